package dev.pageone.client;

import dev.pageone.v1.EngineServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What every call gets unless it says otherwise: a deadline, the language, the token. */
final class CallDefaults implements ClientInterceptor {
  static final Metadata.Key<String> ACCEPT_LANGUAGE =
      Metadata.Key.of("accept-language", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");
  private static final int LONG = 6;
  private static final Set<String> LONG_METHODS =
      new HashSet<>(
          Arrays.asList(
              EngineServiceGrpc.getBatchApplyActionsMethod().getFullMethodName(),
              EngineServiceGrpc.getVerifyTranscriptMethod().getFullMethodName()));

  private final Duration timeout;
  private final String language;
  private final Supplier<String> token;

  /** {@code token}: null for none; asked before every call. */
  CallDefaults(Duration timeout, String language, Supplier<String> token) {
    this.timeout = timeout;
    this.language = language;
    this.token = token;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<Q, R>(
        next.newCall(method, withDeadline(method, options))) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        if (!headers.containsKey(ACCEPT_LANGUAGE)) {
          headers.put(ACCEPT_LANGUAGE, language);
        }
        if (token != null) {
          headers.put(AUTHORIZATION, "Bearer " + checked(token.get()));
        }
        super.start(listener, headers);
      }
    };
  }

  private CallOptions withDeadline(MethodDescriptor<?, ?> method, CallOptions options) {
    if (options.getDeadline() != null) {
      return options;
    }
    int times = LONG_METHODS.contains(method.getFullMethodName()) ? LONG : 1;
    return options.withDeadlineAfter(times * timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What gRPC would refuse itself, and show. */
  static String checked(String token) {
    if (token == null || !TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(
          "a token is a text of visible ASCII characters, without spaces and line ends");
    }
    return token;
  }
}
