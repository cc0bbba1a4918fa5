package dev.pageone.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Connections as a client wants them: tried again, kept alive, and closed to nobody's ears. */
final class Channels {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);
  private static final List<String> SERVICES =
      Arrays.asList(
          "pageone.v1.EngineService", "pageone.v1.RulesService", "pageone.v1.SoloService");

  private Channels() {}

  /** A channel to HOST:PORT; {@code tls} null: plaintext. */
  static ManagedChannel open(String address, Tls tls) {
    ChannelCredentials credentials =
        tls == null ? InsecureChannelCredentials.create() : tls.credentials();
    ManagedChannelBuilder<?> builder =
        Grpc.newChannelBuilder(address, credentials)
            .defaultServiceConfig(serviceConfig())
            .enableRetry()
            .keepAliveTime(60, TimeUnit.SECONDS)
            .keepAliveTimeout(20, TimeUnit.SECONDS);
    if (tls != null && tls.serverName() != null) {
      builder.overrideAuthority(tls.serverName());
    }
    return builder.build();
  }

  /**
   * Every call is a pure function of its request, but for StartGame, which deals another game that
   * nobody has seen yet: when the server could not be reached, try again.
   */
  static Map<String, Object> serviceConfig() {
    Map<String, Object> retryPolicy = new HashMap<>();
    retryPolicy.put("maxAttempts", 4.0);
    retryPolicy.put("initialBackoff", "0.1s");
    retryPolicy.put("maxBackoff", "1s");
    retryPolicy.put("backoffMultiplier", 2.0);
    retryPolicy.put("retryableStatusCodes", Collections.singletonList("UNAVAILABLE"));
    Map<String, Object> methods = new HashMap<>();
    methods.put(
        "name",
        SERVICES.stream()
            .map(service -> Collections.singletonMap("service", service))
            .collect(Collectors.toList()));
    methods.put("retryPolicy", retryPolicy);
    return Collections.singletonMap("methodConfig", Collections.singletonList(methods));
  }

  /**
   * Connects anew for every try of a call.
   *
   * <p>After a connection that failed gRPC waits a second or more before the next, and all tries of
   * a call would fall into that time.
   */
  static ClientInterceptor reconnecting(ManagedChannel channel) {
    ClientStreamTracer.Factory eachTry =
        new ClientStreamTracer.Factory() {
          @Override
          public ClientStreamTracer newClientStreamTracer(
              ClientStreamTracer.StreamInfo info, Metadata headers) {
            if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
              channel.resetConnectBackoff();
            }
            return new ClientStreamTracer() {};
          }
        };
    return new ClientInterceptor() {
      @Override
      public <Q, R> ClientCall<Q, R> interceptCall(
          MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return next.newCall(method, options.withStreamTracerFactory(eachTry));
      }
    };
  }

  /** Whether what is sent to the address stays on this machine; names are not looked up. */
  static boolean isLocal(String address) {
    String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
    return address.startsWith("unix:") || LOOPBACK.matcher(host).matches();
  }
}
