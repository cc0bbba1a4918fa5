// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "PageOne",
    platforms: [.macOS("15.0"), .iOS("18.0")],
    products: [.library(name: "PageOneV1", targets: ["PageOneV1"])],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift-2.git", from: "2.0.0"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.0.0"),
        // Not older than the plugin that generates: README.md.
        .package(url: "https://github.com/grpc/grpc-swift-protobuf.git", from: "2.4.1"),
    ],
    targets: [
        .target(
            name: "PageOneV1",
            dependencies: [
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
            ]
        ),
        .executableTarget(
            name: "TenLines",
            dependencies: [
                "PageOneV1",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
            ]
        ),
    ]
)
