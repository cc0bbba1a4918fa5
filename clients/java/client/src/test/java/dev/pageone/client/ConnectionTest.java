package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pageone.v1.BatchApplyActionsRequest;
import dev.pageone.v1.BatchApplyActionsResponse;
import dev.pageone.v1.CreateMatchRequest;
import dev.pageone.v1.CreateMatchResponse;
import dev.pageone.v1.EngineServiceGrpc;
import dev.pageone.v1.ListRuleSetsRequest;
import dev.pageone.v1.ListRuleSetsResponse;
import dev.pageone.v1.RulesServiceGrpc;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Headers, deadlines and tries, as a server sees them. */
@Timeout(60)
class ConnectionTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final List<Metadata> seen = new CopyOnWriteArrayList<>();
  private final List<Long> leftMillis = new CopyOnWriteArrayList<>();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final CountDownLatch called = new CountDownLatch(1);
  private volatile int failures;
  private Server server;

  /** Fails as often as it is told to, then answers; never answers CreateMatch. */
  private final class Rules extends RulesServiceGrpc.RulesServiceImplBase {
    @Override
    public void listRuleSets(
        ListRuleSetsRequest request, StreamObserver<ListRuleSetsResponse> answer) {
      leftMillis.add(Context.current().getDeadline().timeRemaining(TimeUnit.MILLISECONDS));
      if (seen.size() <= failures) {
        answer.onError(Status.UNAVAILABLE.asException());
        return;
      }
      answer.onNext(ListRuleSetsResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  private final class Engine extends EngineServiceGrpc.EngineServiceImplBase {
    @Override
    public void createMatch(
        CreateMatchRequest request, StreamObserver<CreateMatchResponse> answer) {
      Context.current().addListener(context -> cancelled.countDown(), Runnable::run);
      called.countDown();
    }

    @Override
    public void batchApplyActions(
        BatchApplyActionsRequest request, StreamObserver<BatchApplyActionsResponse> answer) {
      leftMillis.add(Context.current().getDeadline().timeRemaining(TimeUnit.MILLISECONDS));
      answer.onNext(BatchApplyActionsResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  private final class Listening implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      seen.add(headers);
      return next.startCall(call, headers);
    }
  }

  private Server serve(int port) throws IOException {
    return Grpc.newServerBuilderForPort(port, InsecureServerCredentials.create())
        .addService(new Rules())
        .addService(new Engine())
        .intercept(new Listening())
        .build()
        .start();
  }

  @BeforeEach
  void start() throws IOException {
    server = serve(0);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.shutdownNow();
    assertTrue(server.awaitTermination(20, TimeUnit.SECONDS));
  }

  private PageOneClient.Builder client() {
    return PageOneClient.builder("127.0.0.1:" + server.getPort());
  }

  private String header(int call, Metadata.Key<String> key) {
    return seen.get(call).get(key);
  }

  @Test
  void aCallIsTriedFourTimes() {
    failures = 3;
    try (PageOneClient client = client().build()) {
      client.ruleSets();
    }
    assertEquals(4, seen.size());
  }

  @Test
  void thereIsNoFifthTry() {
    failures = Integer.MAX_VALUE;
    try (PageOneClient client = client().build()) {
      assertThrows(UnavailableException.class, client::ruleSets);
    }
    assertEquals(4, seen.size());
  }

  @Test
  void aServerThatIsNotThereIsUnavailable() throws IOException, InterruptedException {
    PageOneClient.Builder client = client();
    stop();
    try (PageOneClient nobody = client.build()) {
      UnavailableException error = assertThrows(UnavailableException.class, nobody::ruleSets);
      assertTrue(error.getRequestId().isEmpty());
    }
  }

  @Test
  void aCallHasFiveSecondsAndALongOneSixTimesAsMany() {
    try (PageOneClient client = client().build()) {
      client.ruleSets();
      client.applyAll(Collections.emptyList());
    }
    try (PageOneClient client = client().timeout(Duration.ofSeconds(50)).build()) {
      client.ruleSets();
    }
    assertBetween(1, 5_000, leftMillis.get(0));
    assertBetween(5_001, 30_000, leftMillis.get(1));
    assertBetween(30_001, 50_000, leftMillis.get(2));
  }

  private static void assertBetween(long low, long high, long value) {
    assertTrue(low <= value && value <= high, value + " is not " + low + " to " + high);
  }

  @Test
  void aDeadlineThatPassesIsAnException() {
    try (PageOneClient client = client().timeout(Duration.ofMillis(200)).build()) {
      assertThrows(DeadlineExceededException.class, () -> client.createMatch("page_one", 3));
    }
  }

  @Test
  void noTimeIsNoTimeout() {
    assertThrows(IllegalArgumentException.class, () -> client().timeout(Duration.ZERO));
  }

  @Test
  void sentencesAreInTheLanguageOfTheClient() {
    try (PageOneClient client = client().build()) {
      client.ruleSets();
      client.withLanguage("ja").ruleSets();
    }
    try (PageOneClient client = client().language("ja").build()) {
      client.ruleSets();
    }
    assertEquals("en", header(0, CallDefaults.ACCEPT_LANGUAGE));
    assertEquals("ja", header(1, CallDefaults.ACCEPT_LANGUAGE));
    assertEquals("ja", header(2, CallDefaults.ACCEPT_LANGUAGE));
  }

  @Test
  void theTokenIsAskedForBeforeEveryCall() {
    Deque<String> tokens = new ArrayDeque<>(Arrays.asList("one", "two"));
    try (PageOneClient client = client().token(tokens::removeFirst).build()) {
      client.ruleSets();
      client.ruleSets();
      assertThrows(NoSuchElementException.class, client::ruleSets);
      CompletionException failed =
          assertThrows(CompletionException.class, () -> client.async().ruleSets().join());
      assertInstanceOf(NoSuchElementException.class, failed.getCause());
    }
    assertEquals("Bearer one", header(0, AUTHORIZATION));
    assertEquals("Bearer two", header(1, AUTHORIZATION));
    assertEquals(2, seen.size());
  }

  @Test
  void aTokenThatIsNoneIsRefusedAndNotShown() {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> client().token("sec ret"));
    assertFalse(error.getMessage().contains("sec"), error.getMessage());
    try (PageOneClient client = client().token(() -> "sec\nret").build()) {
      error = assertThrows(IllegalArgumentException.class, client::ruleSets);
      assertFalse(error.getMessage().contains("sec"), error.getMessage());
    }
    assertTrue(seen.isEmpty());
  }

  @Test
  void aTokenTravelsOverTlsUnlessTheServerIsHere() {
    for (String address :
        Arrays.asList("cards.example:443", "10.0.0.1:1", "localhost.example:1", "127.0.0.1.x:1")) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class,
              () -> PageOneClient.builder(address).token("secret").build());
      assertTrue(error.getMessage().contains(address), error.getMessage());
      assertFalse(error.getMessage().contains("secret"), error.getMessage());
      PageOneClient.builder(address).token("secret").tls().build().close();
    }
    for (String address : Arrays.asList("localhost:1", "127.8.9.10:1", "[::1]:1")) {
      PageOneClient.builder(address).token("secret").build().close();
    }
  }

  @Test
  void aChannelOfOnesOwnStaysOpen() {
    ManagedChannel own =
        Grpc.newChannelBuilder("127.0.0.1:" + server.getPort(), InsecureChannelCredentials.create())
            .build();
    try (PageOneClient client = PageOneClient.builder(own).language("ja").build()) {
      client.ruleSets();
    }
    assertFalse(own.isShutdown());
    assertEquals("ja", header(0, CallDefaults.ACCEPT_LANGUAGE));
    assertThrows(IllegalArgumentException.class, () -> PageOneClient.builder(own).tls().build());
    own.shutdownNow();
  }

  @Test
  void aCancelledFutureEndsItsCall() throws InterruptedException {
    try (PageOneClient client = client().timeout(Duration.ofSeconds(50)).build()) {
      CompletableFuture<CreateMatchResponse> answer =
          client.async().createMatch(CreateMatchRequest.getDefaultInstance());
      assertTrue(called.await(20, TimeUnit.SECONDS));
      answer.cancel(true);
      // Sooner than the deadline.
      assertTrue(cancelled.await(20, TimeUnit.SECONDS));
    }
  }

  @Test
  void aFutureFailsWithTheSameExceptions() {
    try (PageOneClient client = client().timeout(Duration.ofMillis(200)).build()) {
      CompletableFuture<CreateMatchResponse> answer =
          client.async().createMatch(CreateMatchRequest.getDefaultInstance());
      CompletionException failed = assertThrows(CompletionException.class, answer::join);
      assertInstanceOf(DeadlineExceededException.class, failed.getCause());
    }
  }
}
