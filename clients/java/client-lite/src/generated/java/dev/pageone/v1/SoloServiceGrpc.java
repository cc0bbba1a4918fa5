package dev.pageone.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
 * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
 * which spoils its own game alone; games between people belong to a host and EngineService.
 * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
 * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
 * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
 * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class SoloServiceGrpc {

  private SoloServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "pageone.v1.SoloService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.StartGameRequest,
      dev.pageone.v1.StartGameResponse> getStartGameMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StartGame",
      requestType = dev.pageone.v1.StartGameRequest.class,
      responseType = dev.pageone.v1.StartGameResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.StartGameRequest,
      dev.pageone.v1.StartGameResponse> getStartGameMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.StartGameRequest, dev.pageone.v1.StartGameResponse> getStartGameMethod;
    if ((getStartGameMethod = SoloServiceGrpc.getStartGameMethod) == null) {
      synchronized (SoloServiceGrpc.class) {
        if ((getStartGameMethod = SoloServiceGrpc.getStartGameMethod) == null) {
          SoloServiceGrpc.getStartGameMethod = getStartGameMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.StartGameRequest, dev.pageone.v1.StartGameResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StartGame"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.StartGameRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.StartGameResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getStartGameMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.GetGameRequest,
      dev.pageone.v1.GetGameResponse> getGetGameMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetGame",
      requestType = dev.pageone.v1.GetGameRequest.class,
      responseType = dev.pageone.v1.GetGameResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.GetGameRequest,
      dev.pageone.v1.GetGameResponse> getGetGameMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.GetGameRequest, dev.pageone.v1.GetGameResponse> getGetGameMethod;
    if ((getGetGameMethod = SoloServiceGrpc.getGetGameMethod) == null) {
      synchronized (SoloServiceGrpc.class) {
        if ((getGetGameMethod = SoloServiceGrpc.getGetGameMethod) == null) {
          SoloServiceGrpc.getGetGameMethod = getGetGameMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.GetGameRequest, dev.pageone.v1.GetGameResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetGame"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.GetGameRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.GetGameResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getGetGameMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.pageone.v1.ActRequest,
      dev.pageone.v1.ActResponse> getActMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Act",
      requestType = dev.pageone.v1.ActRequest.class,
      responseType = dev.pageone.v1.ActResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.pageone.v1.ActRequest,
      dev.pageone.v1.ActResponse> getActMethod() {
    io.grpc.MethodDescriptor<dev.pageone.v1.ActRequest, dev.pageone.v1.ActResponse> getActMethod;
    if ((getActMethod = SoloServiceGrpc.getActMethod) == null) {
      synchronized (SoloServiceGrpc.class) {
        if ((getActMethod = SoloServiceGrpc.getActMethod) == null) {
          SoloServiceGrpc.getActMethod = getActMethod =
              io.grpc.MethodDescriptor.<dev.pageone.v1.ActRequest, dev.pageone.v1.ActResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Act"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ActRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.lite.ProtoLiteUtils.marshaller(
                  dev.pageone.v1.ActResponse.getDefaultInstance()))
              .build();
        }
      }
    }
    return getActMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static SoloServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<SoloServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<SoloServiceStub>() {
        @java.lang.Override
        public SoloServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new SoloServiceStub(channel, callOptions);
        }
      };
    return SoloServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static SoloServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<SoloServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<SoloServiceBlockingV2Stub>() {
        @java.lang.Override
        public SoloServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new SoloServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return SoloServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static SoloServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<SoloServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<SoloServiceBlockingStub>() {
        @java.lang.Override
        public SoloServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new SoloServiceBlockingStub(channel, callOptions);
        }
      };
    return SoloServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static SoloServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<SoloServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<SoloServiceFutureStub>() {
        @java.lang.Override
        public SoloServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new SoloServiceFutureStub(channel, callOptions);
        }
      };
    return SoloServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Begins a match, dealt from a seed that the operating system draws, and plays the bots' actions until the person can act, as
     * Act does.
     * INVALID_ARGUMENT: faults of the rules, of seats, seat or bots. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    default void startGame(dev.pageone.v1.StartGameRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.StartGameResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getStartGameMethod(), responseObserver);
    }

    /**
     * <pre>
     * The view of a kept ticket, to go on after a reload.
     * </pre>
     */
    default void getGame(dev.pageone.v1.GetGameRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.GetGameResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetGameMethod(), responseObserver);
    }

    /**
     * <pre>
     * Plays the person's action, when there is one, then the bots' actions until the person can act: its turn has come, its answer
     * is awaited, the round is over or a bot has made a play that it may call out; at most 64 actions.
     * Such a play is one for which a call-out is listed for the person, true or not. An Act without an action then goes on: bots
     * that notice an offense call it out, in seat order, before anything else is done. It is the app that decides how long a person
     * may think. While the person's turn or answer is awaited, bots do nothing but that; after a round they wait for start_round.
     * A person that leaves, or is out, sees the others play on.
     * FAILED_PRECONDITION and ABORTED: as of EngineService.ApplyAction. INVALID_ARGUMENT: also an action of another seat.
     * PERMISSION_DENIED with reason `HOST_ONLY`: close_claims, or a call-out of table talk, which only a host may send.
     * </pre>
     */
    default void act(dev.pageone.v1.ActRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ActResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getActMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service SoloService.
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public static abstract class SoloServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return SoloServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service SoloService.
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public static final class SoloServiceStub
      extends io.grpc.stub.AbstractAsyncStub<SoloServiceStub> {
    private SoloServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected SoloServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new SoloServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match, dealt from a seed that the operating system draws, and plays the bots' actions until the person can act, as
     * Act does.
     * INVALID_ARGUMENT: faults of the rules, of seats, seat or bots. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public void startGame(dev.pageone.v1.StartGameRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.StartGameResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getStartGameMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * The view of a kept ticket, to go on after a reload.
     * </pre>
     */
    public void getGame(dev.pageone.v1.GetGameRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.GetGameResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetGameMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Plays the person's action, when there is one, then the bots' actions until the person can act: its turn has come, its answer
     * is awaited, the round is over or a bot has made a play that it may call out; at most 64 actions.
     * Such a play is one for which a call-out is listed for the person, true or not. An Act without an action then goes on: bots
     * that notice an offense call it out, in seat order, before anything else is done. It is the app that decides how long a person
     * may think. While the person's turn or answer is awaited, bots do nothing but that; after a round they wait for start_round.
     * A person that leaves, or is out, sees the others play on.
     * FAILED_PRECONDITION and ABORTED: as of EngineService.ApplyAction. INVALID_ARGUMENT: also an action of another seat.
     * PERMISSION_DENIED with reason `HOST_ONLY`: close_claims, or a call-out of table talk, which only a host may send.
     * </pre>
     */
    public void act(dev.pageone.v1.ActRequest request,
        io.grpc.stub.StreamObserver<dev.pageone.v1.ActResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getActMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service SoloService.
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public static final class SoloServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<SoloServiceBlockingV2Stub> {
    private SoloServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected SoloServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new SoloServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match, dealt from a seed that the operating system draws, and plays the bots' actions until the person can act, as
     * Act does.
     * INVALID_ARGUMENT: faults of the rules, of seats, seat or bots. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public dev.pageone.v1.StartGameResponse startGame(dev.pageone.v1.StartGameRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getStartGameMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The view of a kept ticket, to go on after a reload.
     * </pre>
     */
    public dev.pageone.v1.GetGameResponse getGame(dev.pageone.v1.GetGameRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetGameMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Plays the person's action, when there is one, then the bots' actions until the person can act: its turn has come, its answer
     * is awaited, the round is over or a bot has made a play that it may call out; at most 64 actions.
     * Such a play is one for which a call-out is listed for the person, true or not. An Act without an action then goes on: bots
     * that notice an offense call it out, in seat order, before anything else is done. It is the app that decides how long a person
     * may think. While the person's turn or answer is awaited, bots do nothing but that; after a round they wait for start_round.
     * A person that leaves, or is out, sees the others play on.
     * FAILED_PRECONDITION and ABORTED: as of EngineService.ApplyAction. INVALID_ARGUMENT: also an action of another seat.
     * PERMISSION_DENIED with reason `HOST_ONLY`: close_claims, or a call-out of table talk, which only a host may send.
     * </pre>
     */
    public dev.pageone.v1.ActResponse act(dev.pageone.v1.ActRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getActMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service SoloService.
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public static final class SoloServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<SoloServiceBlockingStub> {
    private SoloServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected SoloServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new SoloServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match, dealt from a seed that the operating system draws, and plays the bots' actions until the person can act, as
     * Act does.
     * INVALID_ARGUMENT: faults of the rules, of seats, seat or bots. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public dev.pageone.v1.StartGameResponse startGame(dev.pageone.v1.StartGameRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getStartGameMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The view of a kept ticket, to go on after a reload.
     * </pre>
     */
    public dev.pageone.v1.GetGameResponse getGame(dev.pageone.v1.GetGameRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetGameMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Plays the person's action, when there is one, then the bots' actions until the person can act: its turn has come, its answer
     * is awaited, the round is over or a bot has made a play that it may call out; at most 64 actions.
     * Such a play is one for which a call-out is listed for the person, true or not. An Act without an action then goes on: bots
     * that notice an offense call it out, in seat order, before anything else is done. It is the app that decides how long a person
     * may think. While the person's turn or answer is awaited, bots do nothing but that; after a round they wait for start_round.
     * A person that leaves, or is out, sees the others play on.
     * FAILED_PRECONDITION and ABORTED: as of EngineService.ApplyAction. INVALID_ARGUMENT: also an action of another seat.
     * PERMISSION_DENIED with reason `HOST_ONLY`: close_claims, or a call-out of table talk, which only a host may send.
     * </pre>
     */
    public dev.pageone.v1.ActResponse act(dev.pageone.v1.ActRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getActMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service SoloService.
   * <pre>
   * One person against bots, straight from an app or a web page, which is not trusted: scope `solo`. The match travels in a sealed
   * ticket that the player keeps, so that a game needs no table's host and no storage. A player can go back to an old ticket,
   * which spoils its own game alone; games between people belong to a host and EngineService.
   * GetGame and Act may be tried again, on any replica: the same ticket and action lead to the same game, though the ticket that
   * comes back is other bytes each time. A call that failed has changed nothing: the ticket it brought is as good as before.
   * Errors of every call: as of EngineService. A ticket that was altered, cut, sealed by an unknown key or for another schema is
   * INVALID_ARGUMENT with reason `TICKET_INVALID` and nothing about why.
   * </pre>
   */
  public static final class SoloServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<SoloServiceFutureStub> {
    private SoloServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected SoloServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new SoloServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Begins a match, dealt from a seed that the operating system draws, and plays the bots' actions until the person can act, as
     * Act does.
     * INVALID_ARGUMENT: faults of the rules, of seats, seat or bots. UNIMPLEMENTED: a strength that is not there yet.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.StartGameResponse> startGame(
        dev.pageone.v1.StartGameRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getStartGameMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * The view of a kept ticket, to go on after a reload.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.GetGameResponse> getGame(
        dev.pageone.v1.GetGameRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetGameMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Plays the person's action, when there is one, then the bots' actions until the person can act: its turn has come, its answer
     * is awaited, the round is over or a bot has made a play that it may call out; at most 64 actions.
     * Such a play is one for which a call-out is listed for the person, true or not. An Act without an action then goes on: bots
     * that notice an offense call it out, in seat order, before anything else is done. It is the app that decides how long a person
     * may think. While the person's turn or answer is awaited, bots do nothing but that; after a round they wait for start_round.
     * A person that leaves, or is out, sees the others play on.
     * FAILED_PRECONDITION and ABORTED: as of EngineService.ApplyAction. INVALID_ARGUMENT: also an action of another seat.
     * PERMISSION_DENIED with reason `HOST_ONLY`: close_claims, or a call-out of table talk, which only a host may send.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.pageone.v1.ActResponse> act(
        dev.pageone.v1.ActRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getActMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_START_GAME = 0;
  private static final int METHODID_GET_GAME = 1;
  private static final int METHODID_ACT = 2;

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
        case METHODID_START_GAME:
          serviceImpl.startGame((dev.pageone.v1.StartGameRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.StartGameResponse>) responseObserver);
          break;
        case METHODID_GET_GAME:
          serviceImpl.getGame((dev.pageone.v1.GetGameRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.GetGameResponse>) responseObserver);
          break;
        case METHODID_ACT:
          serviceImpl.act((dev.pageone.v1.ActRequest) request,
              (io.grpc.stub.StreamObserver<dev.pageone.v1.ActResponse>) responseObserver);
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
          getStartGameMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.StartGameRequest,
              dev.pageone.v1.StartGameResponse>(
                service, METHODID_START_GAME)))
        .addMethod(
          getGetGameMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.GetGameRequest,
              dev.pageone.v1.GetGameResponse>(
                service, METHODID_GET_GAME)))
        .addMethod(
          getActMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.pageone.v1.ActRequest,
              dev.pageone.v1.ActResponse>(
                service, METHODID_ACT)))
        .build();
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (SoloServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .addMethod(getStartGameMethod())
              .addMethod(getGetGameMethod())
              .addMethod(getActMethod())
              .build();
        }
      }
    }
    return result;
  }
}
