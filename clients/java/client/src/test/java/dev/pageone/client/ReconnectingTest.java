package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.pageone.v1.RulesServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A connection that failed is made anew for every try of a call, not when gRPC's own wait is over.
 */
class ReconnectingTest {
  private final Pretended channel = new Pretended();

  @Test
  void everyTryConnectsAnewAfterAConnectionFailed() {
    ClientStreamTracer.Factory tries = factoryOfACall();
    assertEquals(0, channel.resets);
    channel.state = ConnectivityState.TRANSIENT_FAILURE;
    begin(tries);
    begin(tries);
    assertEquals(2, channel.resets);
  }

  @Test
  void aConnectionThatIsThereOrOnItsWayIsLeftAlone() {
    ClientStreamTracer.Factory tries = factoryOfACall();
    for (ConnectivityState state : ConnectivityState.values()) {
      if (state != ConnectivityState.TRANSIENT_FAILURE) {
        channel.state = state;
        begin(tries);
      }
    }
    assertEquals(0, channel.resets);
  }

  private ClientStreamTracer.Factory factoryOfACall() {
    ClientInterceptors.intercept(channel, Channels.reconnecting(channel))
        .newCall(RulesServiceGrpc.getListRuleSetsMethod(), CallOptions.DEFAULT);
    assertEquals(1, channel.options.getStreamTracerFactories().size());
    return channel.options.getStreamTracerFactories().get(0);
  }

  /** What gRPC does when a try begins. */
  private static void begin(ClientStreamTracer.Factory tries) {
    assertNotNull(
        tries.newClientStreamTracer(
            ClientStreamTracer.StreamInfo.newBuilder().build(), new Metadata()));
  }

  /** A channel that says what state it is in, and remembers what was asked of it. */
  private static final class Pretended extends ManagedChannel {
    private ConnectivityState state = ConnectivityState.IDLE;
    private CallOptions options;
    private int resets;

    @Override
    public ConnectivityState getState(boolean requestConnection) {
      return state;
    }

    @Override
    public void resetConnectBackoff() {
      resets++;
    }

    @Override
    public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions given) {
      options = given;
      return null;
    }

    @Override
    public String authority() {
      return "pretended";
    }

    @Override
    public ManagedChannel shutdown() {
      return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
