package dev.pageone.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
 * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RulesServiceGrpc {

  private RulesServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "pageone.v1.RulesService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.ListRuleSetsRequest,
      dev.pageone.v1.ListRuleSetsResponse> getListRuleSetsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListRuleSets",
      requestType = dev.pageone.v1.ListRuleSetsRequest.class,
      responseType = dev.pageone.v1.ListRuleSetsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.ListRuleSetsRequest,
      dev.pageone.v1.ListRuleSetsResponse> getListRuleSetsMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.ListRuleSetsRequest, dev.pageone.v1.ListRuleSetsResponse> getListRuleSetsMethod;
    if ((getListRuleSetsMethod = RulesServiceGrpc.getListRuleSetsMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getListRuleSetsMethod = RulesServiceGrpc.getListRuleSetsMethod) == null) {
          RulesServiceGrpc.getListRuleSetsMethod = getListRuleSetsMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.ListRuleSetsRequest, dev.pageone.v1.ListRuleSetsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListRuleSets"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ListRuleSetsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ListRuleSetsResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getListRuleSetsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.DescribeRulesRequest,
      dev.pageone.v1.DescribeRulesResponse> getDescribeRulesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DescribeRules",
      requestType = dev.pageone.v1.DescribeRulesRequest.class,
      responseType = dev.pageone.v1.DescribeRulesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.DescribeRulesRequest,
      dev.pageone.v1.DescribeRulesResponse> getDescribeRulesMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.DescribeRulesRequest, dev.pageone.v1.DescribeRulesResponse> getDescribeRulesMethod;
    if ((getDescribeRulesMethod = RulesServiceGrpc.getDescribeRulesMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getDescribeRulesMethod = RulesServiceGrpc.getDescribeRulesMethod) == null) {
          RulesServiceGrpc.getDescribeRulesMethod = getDescribeRulesMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.DescribeRulesRequest, dev.pageone.v1.DescribeRulesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DescribeRules"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.DescribeRulesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.DescribeRulesResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getDescribeRulesMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RulesServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceStub>() {
        @java.lang.Override
        public RulesServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceStub(channel, callOptions);
        }
      };
    return RulesServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RulesServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingV2Stub>() {
        @java.lang.Override
        public RulesServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RulesServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RulesServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingStub>() {
        @java.lang.Override
        public RulesServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceBlockingStub(channel, callOptions);
        }
      };
    return RulesServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RulesServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceFutureStub>() {
        @java.lang.Override
        public RulesServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceFutureStub(channel, callOptions);
        }
      };
    return RulesServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Lists the presets. Never fails for anything a caller can send.
     * </pre>
     */
    default void listRuleSets(dev.pageone.v1.ListRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ListRuleSetsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListRuleSetsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Describes any rules, or tells every fault in them. Faults of the rules are an answer here, not an error.
     * INVALID_ARGUMENT: no rules, an unknown enum value, or seats that are neither 0 nor 2 to 8.
     * </pre>
     */
    default void describeRules(dev.pageone.v1.DescribeRulesRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.DescribeRulesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDescribeRulesMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RulesService.
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public static abstract class RulesServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RulesServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RulesService.
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public static final class RulesServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RulesServiceStub> {
    private RulesServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the presets. Never fails for anything a caller can send.
     * </pre>
     */
    public void listRuleSets(dev.pageone.v1.ListRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ListRuleSetsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListRuleSetsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Describes any rules, or tells every fault in them. Faults of the rules are an answer here, not an error.
     * INVALID_ARGUMENT: no rules, an unknown enum value, or seats that are neither 0 nor 2 to 8.
     * </pre>
     */
    public void describeRules(dev.pageone.v1.DescribeRulesRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.DescribeRulesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDescribeRulesMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RulesService.
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public static final class RulesServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RulesServiceBlockingV2Stub> {
    private RulesServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the presets. Never fails for anything a caller can send.
     * </pre>
     */
    public dev.pageone.v1.ListRuleSetsResponse listRuleSets(dev.pageone.v1.ListRuleSetsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Describes any rules, or tells every fault in them. Faults of the rules are an answer here, not an error.
     * INVALID_ARGUMENT: no rules, an unknown enum value, or seats that are neither 0 nor 2 to 8.
     * </pre>
     */
    public dev.pageone.v1.DescribeRulesResponse describeRules(dev.pageone.v1.DescribeRulesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDescribeRulesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RulesService.
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public static final class RulesServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RulesServiceBlockingStub> {
    private RulesServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the presets. Never fails for anything a caller can send.
     * </pre>
     */
    public dev.pageone.v1.ListRuleSetsResponse listRuleSets(dev.pageone.v1.ListRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Describes any rules, or tells every fault in them. Faults of the rules are an answer here, not an error.
     * INVALID_ARGUMENT: no rules, an unknown enum value, or seats that are neither 0 nor 2 to 8.
     * </pre>
     */
    public dev.pageone.v1.DescribeRulesResponse describeRules(dev.pageone.v1.DescribeRulesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDescribeRulesMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RulesService.
   * <pre>
   * What can be played, in words: presets, and any rules. Open to every scope. Words come in the language of the request's
   * metadata `accept-language`: "ja" or "en", the default; their wording may change between releases.
   * </pre>
   */
  public static final class RulesServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RulesServiceFutureStub> {
    private RulesServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the presets. Never fails for anything a caller can send.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.ListRuleSetsResponse> listRuleSets(
        dev.pageone.v1.ListRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListRuleSetsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Describes any rules, or tells every fault in them. Faults of the rules are an answer here, not an error.
     * INVALID_ARGUMENT: no rules, an unknown enum value, or seats that are neither 0 nor 2 to 8.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.DescribeRulesResponse> describeRules(
        dev.pageone.v1.DescribeRulesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDescribeRulesMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_RULE_SETS = 0;
  private static final int METHODID_DESCRIBE_RULES = 1;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_LIST_RULE_SETS:
          serviceImpl.listRuleSets((dev.pageone.v1.ListRuleSetsRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.ListRuleSetsResponse>) responseObserver);
          break;
        case METHODID_DESCRIBE_RULES:
          serviceImpl.describeRules((dev.pageone.v1.DescribeRulesRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.DescribeRulesResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getListRuleSetsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.ListRuleSetsRequest,
              dev.pageone.v1.ListRuleSetsResponse>(
                service, METHODID_LIST_RULE_SETS)))
        .addMethod(
          getDescribeRulesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.DescribeRulesRequest,
              dev.pageone.v1.DescribeRulesResponse>(
                service, METHODID_DESCRIBE_RULES)))
        .build();
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (RulesServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .addMethod(getListRuleSetsMethod())
              .addMethod(getDescribeRulesMethod())
              .build();
        }
      }
    }
    return result;
  }
}
