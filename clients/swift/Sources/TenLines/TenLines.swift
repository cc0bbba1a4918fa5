import GRPCCore
import GRPCNIOTransportHTTP2
import PageOneV1

/// A whole match of one person, who does the first thing allowed, against three bots.
@main
struct TenLines {
    static func main() async throws {
        try await withGRPCClient(
            transport: .http2NIOPosix(
                target: .dns(host: "127.0.0.1", port: 50051), transportSecurity: .plaintext)
        ) { client in
            let solo = Pageone_V1_SoloService.Client(wrapping: client)
            let started = try await solo.startGame(
                .with {
                    $0.rules.name = "american_page_one"
                    $0.seats = 4
                    $0.bots = [.easy]
                })
            var (ticket, view) = (started.ticket, started.view)
            while view.phase != .matchOver {
                var request = Pageone_V1_ActRequest()
                request.ticket = ticket
                if view.phase == .roundOver {
                    request.action.startRound = .init()
                } else if isTurn(view) {
                    request.action = view.legal.actions[0]
                }
                let answer = try await solo.act(request)
                (ticket, view) = (answer.ticket, answer.view)
            }
            for seat in view.seats { print(seat.score) }
        }
    }

    /// Whether nothing goes on before the person acts; else an Act without an action lets the bots go on.
    static func isTurn(_ view: Pageone_V1_MatchView) -> Bool {
        view.phase == .claims
            ? view.claims.awaited.contains(view.viewer.seat) : view.turn == view.viewer.seat
    }
}
