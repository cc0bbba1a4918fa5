package dev.pageone.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
 * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
 * call may be retried; only CreateMatch without a seed or a match_id is random.
 * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
 * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
 * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
 * Never UNKNOWN or INTERNAL for anything a caller can send.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class EngineServiceGrpc {

  private EngineServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "pageone.v1.EngineService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.CreateMatchRequest,
      dev.pageone.v1.CreateMatchResponse> getCreateMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateMatch",
      requestType = dev.pageone.v1.CreateMatchRequest.class,
      responseType = dev.pageone.v1.CreateMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.CreateMatchRequest,
      dev.pageone.v1.CreateMatchResponse> getCreateMatchMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.CreateMatchRequest, dev.pageone.v1.CreateMatchResponse> getCreateMatchMethod;
    if ((getCreateMatchMethod = EngineServiceGrpc.getCreateMatchMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getCreateMatchMethod = EngineServiceGrpc.getCreateMatchMethod) == null) {
          EngineServiceGrpc.getCreateMatchMethod = getCreateMatchMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.CreateMatchRequest, dev.pageone.v1.CreateMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.CreateMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.CreateMatchResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getCreateMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.ApplyActionRequest,
      dev.pageone.v1.ApplyActionResponse> getApplyActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ApplyAction",
      requestType = dev.pageone.v1.ApplyActionRequest.class,
      responseType = dev.pageone.v1.ApplyActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.ApplyActionRequest,
      dev.pageone.v1.ApplyActionResponse> getApplyActionMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.ApplyActionRequest, dev.pageone.v1.ApplyActionResponse> getApplyActionMethod;
    if ((getApplyActionMethod = EngineServiceGrpc.getApplyActionMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getApplyActionMethod = EngineServiceGrpc.getApplyActionMethod) == null) {
          EngineServiceGrpc.getApplyActionMethod = getApplyActionMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.ApplyActionRequest, dev.pageone.v1.ApplyActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ApplyAction"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ApplyActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ApplyActionResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getApplyActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.BatchApplyActionsRequest,
      dev.pageone.v1.BatchApplyActionsResponse> getBatchApplyActionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "BatchApplyActions",
      requestType = dev.pageone.v1.BatchApplyActionsRequest.class,
      responseType = dev.pageone.v1.BatchApplyActionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.BatchApplyActionsRequest,
      dev.pageone.v1.BatchApplyActionsResponse> getBatchApplyActionsMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.BatchApplyActionsRequest, dev.pageone.v1.BatchApplyActionsResponse> getBatchApplyActionsMethod;
    if ((getBatchApplyActionsMethod = EngineServiceGrpc.getBatchApplyActionsMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getBatchApplyActionsMethod = EngineServiceGrpc.getBatchApplyActionsMethod) == null) {
          EngineServiceGrpc.getBatchApplyActionsMethod = getBatchApplyActionsMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.BatchApplyActionsRequest, dev.pageone.v1.BatchApplyActionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "BatchApplyActions"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.BatchApplyActionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.BatchApplyActionsResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getBatchApplyActionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.GetViewRequest,
      dev.pageone.v1.GetViewResponse> getGetViewMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetView",
      requestType = dev.pageone.v1.GetViewRequest.class,
      responseType = dev.pageone.v1.GetViewResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.GetViewRequest,
      dev.pageone.v1.GetViewResponse> getGetViewMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.GetViewRequest, dev.pageone.v1.GetViewResponse> getGetViewMethod;
    if ((getGetViewMethod = EngineServiceGrpc.getGetViewMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getGetViewMethod = EngineServiceGrpc.getGetViewMethod) == null) {
          EngineServiceGrpc.getGetViewMethod = getGetViewMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.GetViewRequest, dev.pageone.v1.GetViewResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetView"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.GetViewRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.GetViewResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getGetViewMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.ListLegalActionsRequest,
      dev.pageone.v1.ListLegalActionsResponse> getListLegalActionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListLegalActions",
      requestType = dev.pageone.v1.ListLegalActionsRequest.class,
      responseType = dev.pageone.v1.ListLegalActionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.ListLegalActionsRequest,
      dev.pageone.v1.ListLegalActionsResponse> getListLegalActionsMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.ListLegalActionsRequest, dev.pageone.v1.ListLegalActionsResponse> getListLegalActionsMethod;
    if ((getListLegalActionsMethod = EngineServiceGrpc.getListLegalActionsMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getListLegalActionsMethod = EngineServiceGrpc.getListLegalActionsMethod) == null) {
          EngineServiceGrpc.getListLegalActionsMethod = getListLegalActionsMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.ListLegalActionsRequest, dev.pageone.v1.ListLegalActionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListLegalActions"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ListLegalActionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ListLegalActionsResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getListLegalActionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.SuggestActionRequest,
      dev.pageone.v1.SuggestActionResponse> getSuggestActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SuggestAction",
      requestType = dev.pageone.v1.SuggestActionRequest.class,
      responseType = dev.pageone.v1.SuggestActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.SuggestActionRequest,
      dev.pageone.v1.SuggestActionResponse> getSuggestActionMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.SuggestActionRequest, dev.pageone.v1.SuggestActionResponse> getSuggestActionMethod;
    if ((getSuggestActionMethod = EngineServiceGrpc.getSuggestActionMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getSuggestActionMethod = EngineServiceGrpc.getSuggestActionMethod) == null) {
          EngineServiceGrpc.getSuggestActionMethod = getSuggestActionMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.SuggestActionRequest, dev.pageone.v1.SuggestActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SuggestAction"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.SuggestActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.SuggestActionResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getSuggestActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.VerifyTranscriptRequest,
      dev.pageone.v1.VerifyTranscriptResponse> getVerifyTranscriptMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "VerifyTranscript",
      requestType = dev.pageone.v1.VerifyTranscriptRequest.class,
      responseType = dev.pageone.v1.VerifyTranscriptResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.VerifyTranscriptRequest,
      dev.pageone.v1.VerifyTranscriptResponse> getVerifyTranscriptMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.VerifyTranscriptRequest, dev.pageone.v1.VerifyTranscriptResponse> getVerifyTranscriptMethod;
    if ((getVerifyTranscriptMethod = EngineServiceGrpc.getVerifyTranscriptMethod) == null) {
      synchronized (EngineServiceGrpc.class) {
        if ((getVerifyTranscriptMethod = EngineServiceGrpc.getVerifyTranscriptMethod) == null) {
          EngineServiceGrpc.getVerifyTranscriptMethod = getVerifyTranscriptMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.VerifyTranscriptRequest, dev.pageone.v1.VerifyTranscriptResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "VerifyTranscript"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.VerifyTranscriptRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.VerifyTranscriptResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getVerifyTranscriptMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static EngineServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EngineServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EngineServiceStub>() {
        @java.lang.Override
        public EngineServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EngineServiceStub(channel, callOptions);
        }
      };
    return EngineServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static EngineServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EngineServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EngineServiceBlockingV2Stub>() {
        @java.lang.Override
        public EngineServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EngineServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return EngineServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static EngineServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EngineServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EngineServiceBlockingStub>() {
        @java.lang.Override
        public EngineServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EngineServiceBlockingStub(channel, callOptions);
        }
      };
    return EngineServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static EngineServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EngineServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EngineServiceFutureStub>() {
        @java.lang.Override
        public EngineServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EngineServiceFutureStub(channel, callOptions);
        }
      };
    return EngineServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Begins a match: deals the first round (C4 to C10).
     * INVALID_ARGUMENT: faults of the rules, of seats, seed, entropy, first_dealer, match_id or viewers.
     * </pre>
     */
    default void createMatch(dev.pageone.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Applies one action to a state and tells what happened.
     * INVALID_ARGUMENT: a malformed state or action (R2), or a state of an unknown schema (reason `SCHEMA_UNKNOWN`).
     * FAILED_PRECONDITION: an action against the rules; ErrorInfo.reason is the Refusal's full name, a LocalizedMessage has it in
     * words (R1). ABORTED: an action for another version; reason `STALE_ACTION`, metadata `version` (C26).
     * </pre>
     */
    default void applyAction(dev.pageone.v1.ApplyActionRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ApplyActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getApplyActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * The same for many matches in one call, each for itself: a refused or malformed one is answered in its place.
     * INVALID_ARGUMENT: more than 256 requests.
     * </pre>
     */
    default void batchApplyActions(dev.pageone.v1.BatchApplyActionsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.BatchApplyActionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getBatchApplyActionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Shows a state to one viewer (C29, C30).
     * INVALID_ARGUMENT: a malformed state or viewer.
     * </pre>
     */
    default void getView(dev.pageone.v1.GetViewRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.GetViewResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetViewMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists what one seat or every seat may do (L1 to L3).
     * INVALID_ARGUMENT: a malformed state, or a seat out of range.
     * </pre>
     */
    default void listLegalActions(dev.pageone.v1.ListLegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ListLegalActionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListLegalActionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Chooses an action for the seat whose view is given: a bot, or a stand-in for a player that is absent. It sees no more than
     * that view. The same view, strength and seed give the same answer in one release; a later one may play better.
     * INVALID_ARGUMENT: a malformed view, or one of a spectator. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    default void suggestAction(dev.pageone.v1.SuggestActionRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.SuggestActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSuggestActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replays a match from its seed and tells whether commitment, actions and state agree, and where not. The match need not be
     * finished.
     * INVALID_ARGUMENT: a malformed transcript apart from its actions, a malformed commitment or state.
     * </pre>
     */
    default void verifyTranscript(dev.pageone.v1.VerifyTranscriptRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.VerifyTranscriptResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getVerifyTranscriptMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service EngineService.
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public static abstract class EngineServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return EngineServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service EngineService.
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public static final class EngineServiceStub
      extends io.grpc.stub.AbstractAsyncStub<EngineServiceStub> {
    private EngineServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EngineServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EngineServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match: deals the first round (C4 to C10).
     * INVALID_ARGUMENT: faults of the rules, of seats, seed, entropy, first_dealer, match_id or viewers.
     * </pre>
     */
    public void createMatch(dev.pageone.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Applies one action to a state and tells what happened.
     * INVALID_ARGUMENT: a malformed state or action (R2), or a state of an unknown schema (reason `SCHEMA_UNKNOWN`).
     * FAILED_PRECONDITION: an action against the rules; ErrorInfo.reason is the Refusal's full name, a LocalizedMessage has it in
     * words (R1). ABORTED: an action for another version; reason `STALE_ACTION`, metadata `version` (C26).
     * </pre>
     */
    public void applyAction(dev.pageone.v1.ApplyActionRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ApplyActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getApplyActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * The same for many matches in one call, each for itself: a refused or malformed one is answered in its place.
     * INVALID_ARGUMENT: more than 256 requests.
     * </pre>
     */
    public void batchApplyActions(dev.pageone.v1.BatchApplyActionsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.BatchApplyActionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getBatchApplyActionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Shows a state to one viewer (C29, C30).
     * INVALID_ARGUMENT: a malformed state or viewer.
     * </pre>
     */
    public void getView(dev.pageone.v1.GetViewRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.GetViewResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetViewMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists what one seat or every seat may do (L1 to L3).
     * INVALID_ARGUMENT: a malformed state, or a seat out of range.
     * </pre>
     */
    public void listLegalActions(dev.pageone.v1.ListLegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ListLegalActionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListLegalActionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Chooses an action for the seat whose view is given: a bot, or a stand-in for a player that is absent. It sees no more than
     * that view. The same view, strength and seed give the same answer in one release; a later one may play better.
     * INVALID_ARGUMENT: a malformed view, or one of a spectator. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public void suggestAction(dev.pageone.v1.SuggestActionRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.SuggestActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSuggestActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replays a match from its seed and tells whether commitment, actions and state agree, and where not. The match need not be
     * finished.
     * INVALID_ARGUMENT: a malformed transcript apart from its actions, a malformed commitment or state.
     * </pre>
     */
    public void verifyTranscript(dev.pageone.v1.VerifyTranscriptRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.VerifyTranscriptResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getVerifyTranscriptMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service EngineService.
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public static final class EngineServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<EngineServiceBlockingV2Stub> {
    private EngineServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EngineServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EngineServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match: deals the first round (C4 to C10).
     * INVALID_ARGUMENT: faults of the rules, of seats, seed, entropy, first_dealer, match_id or viewers.
     * </pre>
     */
    public dev.pageone.v1.CreateMatchResponse createMatch(dev.pageone.v1.CreateMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Applies one action to a state and tells what happened.
     * INVALID_ARGUMENT: a malformed state or action (R2), or a state of an unknown schema (reason `SCHEMA_UNKNOWN`).
     * FAILED_PRECONDITION: an action against the rules; ErrorInfo.reason is the Refusal's full name, a LocalizedMessage has it in
     * words (R1). ABORTED: an action for another version; reason `STALE_ACTION`, metadata `version` (C26).
     * </pre>
     */
    public dev.pageone.v1.ApplyActionResponse applyAction(dev.pageone.v1.ApplyActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getApplyActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The same for many matches in one call, each for itself: a refused or malformed one is answered in its place.
     * INVALID_ARGUMENT: more than 256 requests.
     * </pre>
     */
    public dev.pageone.v1.BatchApplyActionsResponse batchApplyActions(dev.pageone.v1.BatchApplyActionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getBatchApplyActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Shows a state to one viewer (C29, C30).
     * INVALID_ARGUMENT: a malformed state or viewer.
     * </pre>
     */
    public dev.pageone.v1.GetViewResponse getView(dev.pageone.v1.GetViewRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetViewMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists what one seat or every seat may do (L1 to L3).
     * INVALID_ARGUMENT: a malformed state, or a seat out of range.
     * </pre>
     */
    public dev.pageone.v1.ListLegalActionsResponse listLegalActions(dev.pageone.v1.ListLegalActionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Chooses an action for the seat whose view is given: a bot, or a stand-in for a player that is absent. It sees no more than
     * that view. The same view, strength and seed give the same answer in one release; a later one may play better.
     * INVALID_ARGUMENT: a malformed view, or one of a spectator. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public dev.pageone.v1.SuggestActionResponse suggestAction(dev.pageone.v1.SuggestActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSuggestActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a match from its seed and tells whether commitment, actions and state agree, and where not. The match need not be
     * finished.
     * INVALID_ARGUMENT: a malformed transcript apart from its actions, a malformed commitment or state.
     * </pre>
     */
    public dev.pageone.v1.VerifyTranscriptResponse verifyTranscript(dev.pageone.v1.VerifyTranscriptRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getVerifyTranscriptMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service EngineService.
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public static final class EngineServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<EngineServiceBlockingStub> {
    private EngineServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EngineServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EngineServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match: deals the first round (C4 to C10).
     * INVALID_ARGUMENT: faults of the rules, of seats, seed, entropy, first_dealer, match_id or viewers.
     * </pre>
     */
    public dev.pageone.v1.CreateMatchResponse createMatch(dev.pageone.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Applies one action to a state and tells what happened.
     * INVALID_ARGUMENT: a malformed state or action (R2), or a state of an unknown schema (reason `SCHEMA_UNKNOWN`).
     * FAILED_PRECONDITION: an action against the rules; ErrorInfo.reason is the Refusal's full name, a LocalizedMessage has it in
     * words (R1). ABORTED: an action for another version; reason `STALE_ACTION`, metadata `version` (C26).
     * </pre>
     */
    public dev.pageone.v1.ApplyActionResponse applyAction(dev.pageone.v1.ApplyActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getApplyActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The same for many matches in one call, each for itself: a refused or malformed one is answered in its place.
     * INVALID_ARGUMENT: more than 256 requests.
     * </pre>
     */
    public dev.pageone.v1.BatchApplyActionsResponse batchApplyActions(dev.pageone.v1.BatchApplyActionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getBatchApplyActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Shows a state to one viewer (C29, C30).
     * INVALID_ARGUMENT: a malformed state or viewer.
     * </pre>
     */
    public dev.pageone.v1.GetViewResponse getView(dev.pageone.v1.GetViewRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetViewMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists what one seat or every seat may do (L1 to L3).
     * INVALID_ARGUMENT: a malformed state, or a seat out of range.
     * </pre>
     */
    public dev.pageone.v1.ListLegalActionsResponse listLegalActions(dev.pageone.v1.ListLegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Chooses an action for the seat whose view is given: a bot, or a stand-in for a player that is absent. It sees no more than
     * that view. The same view, strength and seed give the same answer in one release; a later one may play better.
     * INVALID_ARGUMENT: a malformed view, or one of a spectator. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public dev.pageone.v1.SuggestActionResponse suggestAction(dev.pageone.v1.SuggestActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSuggestActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a match from its seed and tells whether commitment, actions and state agree, and where not. The match need not be
     * finished.
     * INVALID_ARGUMENT: a malformed transcript apart from its actions, a malformed commitment or state.
     * </pre>
     */
    public dev.pageone.v1.VerifyTranscriptResponse verifyTranscript(dev.pageone.v1.VerifyTranscriptRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getVerifyTranscriptMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service EngineService.
   * <pre>
   * The rules, for a table's host, which is trusted: scope `engine`. Nothing is kept between calls: the host holds the state, a
   * call brings it and takes the next one away. The same request gives the same bytes, always and on every replica, so that any
   * call may be retried; only CreateMatch without a seed or a match_id is random.
   * Errors of every call: INVALID_ARGUMENT with a BadRequest that has a field path and a sentence for every fault found;
   * UNAUTHENTICATED and PERMISSION_DENIED; RESOURCE_EXHAUSTED with RetryInfo when a request is too large, too many are in flight
   * or the caller is too fast; DEADLINE_EXCEEDED and CANCELLED, the work being stopped. ErrorInfo has the domain "pageone.v1".
   * Never UNKNOWN or INTERNAL for anything a caller can send.
   * </pre>
   */
  public static final class EngineServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<EngineServiceFutureStub> {
    private EngineServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EngineServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EngineServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match: deals the first round (C4 to C10).
     * INVALID_ARGUMENT: faults of the rules, of seats, seed, entropy, first_dealer, match_id or viewers.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.CreateMatchResponse> createMatch(
        dev.pageone.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Applies one action to a state and tells what happened.
     * INVALID_ARGUMENT: a malformed state or action (R2), or a state of an unknown schema (reason `SCHEMA_UNKNOWN`).
     * FAILED_PRECONDITION: an action against the rules; ErrorInfo.reason is the Refusal's full name, a LocalizedMessage has it in
     * words (R1). ABORTED: an action for another version; reason `STALE_ACTION`, metadata `version` (C26).
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.ApplyActionResponse> applyAction(
        dev.pageone.v1.ApplyActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getApplyActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * The same for many matches in one call, each for itself: a refused or malformed one is answered in its place.
     * INVALID_ARGUMENT: more than 256 requests.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.BatchApplyActionsResponse> batchApplyActions(
        dev.pageone.v1.BatchApplyActionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getBatchApplyActionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Shows a state to one viewer (C29, C30).
     * INVALID_ARGUMENT: a malformed state or viewer.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.GetViewResponse> getView(
        dev.pageone.v1.GetViewRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetViewMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists what one seat or every seat may do (L1 to L3).
     * INVALID_ARGUMENT: a malformed state, or a seat out of range.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.ListLegalActionsResponse> listLegalActions(
        dev.pageone.v1.ListLegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListLegalActionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Chooses an action for the seat whose view is given: a bot, or a stand-in for a player that is absent. It sees no more than
     * that view. The same view, strength and seed give the same answer in one release; a later one may play better.
     * INVALID_ARGUMENT: a malformed view, or one of a spectator. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.SuggestActionResponse> suggestAction(
        dev.pageone.v1.SuggestActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSuggestActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replays a match from its seed and tells whether commitment, actions and state agree, and where not. The match need not be
     * finished.
     * INVALID_ARGUMENT: a malformed transcript apart from its actions, a malformed commitment or state.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.VerifyTranscriptResponse> verifyTranscript(
        dev.pageone.v1.VerifyTranscriptRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getVerifyTranscriptMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_MATCH = 0;
  private static final int METHODID_APPLY_ACTION = 1;
  private static final int METHODID_BATCH_APPLY_ACTIONS = 2;
  private static final int METHODID_GET_VIEW = 3;
  private static final int METHODID_LIST_LEGAL_ACTIONS = 4;
  private static final int METHODID_SUGGEST_ACTION = 5;
  private static final int METHODID_VERIFY_TRANSCRIPT = 6;

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
        case METHODID_CREATE_MATCH:
          serviceImpl.createMatch((dev.pageone.v1.CreateMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.CreateMatchResponse>) responseObserver);
          break;
        case METHODID_APPLY_ACTION:
          serviceImpl.applyAction((dev.pageone.v1.ApplyActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.ApplyActionResponse>) responseObserver);
          break;
        case METHODID_BATCH_APPLY_ACTIONS:
          serviceImpl.batchApplyActions((dev.pageone.v1.BatchApplyActionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.BatchApplyActionsResponse>) responseObserver);
          break;
        case METHODID_GET_VIEW:
          serviceImpl.getView((dev.pageone.v1.GetViewRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.GetViewResponse>) responseObserver);
          break;
        case METHODID_LIST_LEGAL_ACTIONS:
          serviceImpl.listLegalActions((dev.pageone.v1.ListLegalActionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.ListLegalActionsResponse>) responseObserver);
          break;
        case METHODID_SUGGEST_ACTION:
          serviceImpl.suggestAction((dev.pageone.v1.SuggestActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.SuggestActionResponse>) responseObserver);
          break;
        case METHODID_VERIFY_TRANSCRIPT:
          serviceImpl.verifyTranscript((dev.pageone.v1.VerifyTranscriptRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.VerifyTranscriptResponse>) responseObserver);
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
          getCreateMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.CreateMatchRequest,
              dev.pageone.v1.CreateMatchResponse>(
                service, METHODID_CREATE_MATCH)))
        .addMethod(
          getApplyActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.ApplyActionRequest,
              dev.pageone.v1.ApplyActionResponse>(
                service, METHODID_APPLY_ACTION)))
        .addMethod(
          getBatchApplyActionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.BatchApplyActionsRequest,
              dev.pageone.v1.BatchApplyActionsResponse>(
                service, METHODID_BATCH_APPLY_ACTIONS)))
        .addMethod(
          getGetViewMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.GetViewRequest,
              dev.pageone.v1.GetViewResponse>(
                service, METHODID_GET_VIEW)))
        .addMethod(
          getListLegalActionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.ListLegalActionsRequest,
              dev.pageone.v1.ListLegalActionsResponse>(
                service, METHODID_LIST_LEGAL_ACTIONS)))
        .addMethod(
          getSuggestActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.SuggestActionRequest,
              dev.pageone.v1.SuggestActionResponse>(
                service, METHODID_SUGGEST_ACTION)))
        .addMethod(
          getVerifyTranscriptMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.VerifyTranscriptRequest,
              dev.pageone.v1.VerifyTranscriptResponse>(
                service, METHODID_VERIFY_TRANSCRIPT)))
        .build();
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (EngineServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .addMethod(getCreateMatchMethod())
              .addMethod(getApplyActionMethod())
              .addMethod(getBatchApplyActionsMethod())
              .addMethod(getGetViewMethod())
              .addMethod(getListLegalActionsMethod())
              .addMethod(getSuggestActionMethod())
              .addMethod(getVerifyTranscriptMethod())
              .build();
        }
      }
    }
    return result;
  }
}
