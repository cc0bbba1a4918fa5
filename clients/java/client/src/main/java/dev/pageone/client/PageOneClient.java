package dev.pageone.client;

import com.google.protobuf.ByteString;
import dev.pageone.v1.Action;
import dev.pageone.v1.ApplyActionRequest;
import dev.pageone.v1.ApplyActionResponse;
import dev.pageone.v1.ApplyActionResult;
import dev.pageone.v1.BatchApplyActionsRequest;
import dev.pageone.v1.CreateMatchRequest;
import dev.pageone.v1.CreateMatchResponse;
import dev.pageone.v1.DescribeRulesRequest;
import dev.pageone.v1.DescribeRulesResponse;
import dev.pageone.v1.EngineServiceGrpc;
import dev.pageone.v1.LegalActions;
import dev.pageone.v1.ListLegalActionsRequest;
import dev.pageone.v1.ListRuleSetsRequest;
import dev.pageone.v1.MatchState;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.RuleSet;
import dev.pageone.v1.Rules;
import dev.pageone.v1.RulesServiceGrpc;
import dev.pageone.v1.SeatActions;
import dev.pageone.v1.Strength;
import dev.pageone.v1.SuggestActionRequest;
import dev.pageone.v1.SuggestActionResponse;
import dev.pageone.v1.VerifyTranscriptRequest;
import dev.pageone.v1.VerifyTranscriptResponse;
import dev.pageone.v1.Viewer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls a Page One server. Threads may share it.
 *
 * <p>A method blocks until the answer is there; {@link #async()} has the same calls as futures, and
 * {@link #channel()} is for stubs. Every method throws {@link PageOneException}, or a class of it,
 * when it ends without an answer. When the server cannot be reached, a call is tried up to four
 * times.
 */
public final class PageOneClient implements AutoCloseable {
  /** Where a server listens by default. */
  public static final String DEFAULT_ADDRESS = "127.0.0.1:50051";

  /**
   * The time for a call by default; BatchApplyActions and VerifyTranscript get six times as much.
   */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private static final long CLOSE_SECONDS = 5;

  private final ManagedChannel owned;
  private final Channel channel;

  private PageOneClient(ManagedChannel owned, Channel channel) {
    this.owned = owned;
    this.channel = channel;
  }

  /**
   * Begins a client.
   *
   * @param address {@code HOST:PORT}
   * @return a builder
   */
  public static Builder builder(String address) {
    return new Builder(address, null);
  }

  /**
   * Begins a client over a channel of your own, which you close, and which has its own retry policy
   * and credentials.
   *
   * @param channel the channel
   * @return a builder, which refuses {@code tls}
   */
  public static Builder builder(Channel channel) {
    return new Builder("", channel);
  }

  /**
   * Closes the connection. Calls that are being made have five seconds to end.
   *
   * <p>Does nothing when the channel is your own.
   */
  @Override
  public void close() {
    if (owned == null) {
      return;
    }
    owned.shutdown();
    try {
      if (!owned.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        owned.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      owned.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The connection with this client's deadline, language and token: {@code
   * EngineServiceGrpc.newFutureStub(client.channel())}. {@link PageOneException#of} reads what such
   * a stub throws.
   *
   * @return the channel
   */
  public Channel channel() {
    return channel;
  }

  /**
   * A client over the same connection whose sentences are in another language. Closing it does
   * nothing.
   *
   * @param code {@code ja} or {@code en}
   * @return the client
   */
  public PageOneClient withLanguage(String code) {
    Metadata headers = new Metadata();
    headers.put(CallDefaults.ACCEPT_LANGUAGE, code);
    return new PageOneClient(
        null,
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers)));
  }

  /**
   * The same calls as futures.
   *
   * @return a client over the same connection
   */
  public AsyncPageOneClient async() {
    return new AsyncPageOneClient(channel);
  }

  /**
   * Deals the first round of a match.
   *
   * @param preset the rules' name, such as {@code page_one} or {@code american_page_one}
   * @param seats 2 to 8
   * @param viewers for whom to prepare an update
   * @return the state, for the host alone, and the updates
   */
  public CreateMatchResponse createMatch(String preset, int seats, Viewer... viewers) {
    return createMatch(Requests.preset(preset), seats, viewers);
  }

  /**
   * Deals the first round of a match.
   *
   * @param rules whole, or a name alone
   * @param seats 2 to 8
   * @param viewers for whom to prepare an update
   * @return the state, for the host alone, and the updates
   */
  public CreateMatchResponse createMatch(Rules rules, int seats, Viewer... viewers) {
    return createMatch(Requests.createMatch(rules, seats, viewers));
  }

  /**
   * Deals the first round of a match, with a seed, entropy, a dealer or an id of your own.
   *
   * @param request the request
   * @return the state, for the host alone, and the updates
   */
  public CreateMatchResponse createMatch(CreateMatchRequest request) {
    return call(EngineServiceGrpc.getCreateMatchMethod(), request);
  }

  /**
   * Applies an action. The state given stays as it is.
   *
   * @param state as the last call returned it
   * @param action what is done
   * @param viewers for whom to prepare an update
   * @return the state after it, what happened, and the updates
   * @throws RefusedException when the rules do not allow it
   * @throws StaleException when it was made for another version
   */
  public ApplyActionResponse apply(MatchState state, Action action, Viewer... viewers) {
    return call(EngineServiceGrpc.getApplyActionMethod(), Requests.apply(state, action, viewers));
  }

  /**
   * Applies actions to many matches.
   *
   * @param requests at most 256
   * @return an answer to each, in their order
   */
  public List<ApplyActionResult> applyAll(Iterable<ApplyActionRequest> requests) {
    BatchApplyActionsRequest request =
        BatchApplyActionsRequest.newBuilder().addAllRequests(requests).build();
    return call(EngineServiceGrpc.getBatchApplyActionsMethod(), request).getResultsList();
  }

  /**
   * The match as a seat may see it, with what it can do.
   *
   * @param state the match
   * @param seat from 0
   * @return the view
   */
  public MatchView view(MatchState state, int seat) {
    return view(state, Viewers.seat(seat));
  }

  /**
   * The match as a viewer may see it.
   *
   * @param state the match
   * @param viewer who looks
   * @return the view
   */
  public MatchView view(MatchState state, Viewer viewer) {
    return call(EngineServiceGrpc.getGetViewMethod(), Requests.view(state, viewer)).getView();
  }

  /**
   * What a seat can do, and why its other cards cannot be played.
   *
   * @param state the match
   * @param seat from 0
   * @return the actions
   */
  public LegalActions legalActions(MatchState state, int seat) {
    return call(EngineServiceGrpc.getListLegalActionsMethod(), Requests.legalActions(state, seat))
        .getSeats(0)
        .getLegal();
  }

  /**
   * What each seat can do.
   *
   * @param state the match
   * @return in seat order
   */
  public List<SeatActions> allLegalActions(MatchState state) {
    ListLegalActionsRequest request = ListLegalActionsRequest.newBuilder().setState(state).build();
    return call(EngineServiceGrpc.getListLegalActionsMethod(), request).getSeatsList();
  }

  /**
   * What a bot would do that sees this view and nothing else.
   *
   * @param view of a seat
   * @param strength how well it plays
   * @return the action; empty: nothing, or nothing worth doing
   */
  public Optional<Action> suggest(MatchView view, Strength strength) {
    return suggest(Requests.suggest(view, strength));
  }

  /**
   * What a bot would do, with a seed of your own.
   *
   * @param request the request
   * @return the action; empty: nothing, or nothing worth doing
   */
  public Optional<Action> suggest(SuggestActionRequest request) {
    SuggestActionResponse response = call(EngineServiceGrpc.getSuggestActionMethod(), request);
    return response.hasAction() ? Optional.of(response.getAction()) : Optional.empty();
  }

  /**
   * Whether a match written down agrees with its commitment, its actions and its state. {@link
   * Fairplay} checks a deal without the server.
   *
   * @param request the transcript, and what to compare it with
   * @return what was found
   */
  public VerifyTranscriptResponse verify(VerifyTranscriptRequest request) {
    return call(EngineServiceGrpc.getVerifyTranscriptMethod(), request);
  }

  /**
   * The presets, in words of the client's language.
   *
   * @return always in the same order
   */
  public List<RuleSet> ruleSets() {
    return call(RulesServiceGrpc.getListRuleSetsMethod(), ListRuleSetsRequest.getDefaultInstance())
        .getRuleSetsList();
  }

  /**
   * Rules in words of the client's language, or every fault in them.
   *
   * @param rules whole, or a name alone
   * @param seats 2 to 8; 0: any number
   * @return words or faults
   */
  public DescribeRulesResponse describeRules(Rules rules, int seats) {
    DescribeRulesRequest request =
        DescribeRulesRequest.newBuilder().setRules(rules).setSeats(seats).build();
    return call(RulesServiceGrpc.getDescribeRulesMethod(), request);
  }

  /**
   * Begins a game of one person against bots.
   *
   * @param preset the rules' name
   * @param seats 2 to 8, the person's included
   * @param seat the person's, from 0
   * @param bots one strength for all, or one for each other seat
   * @return the game
   */
  public SoloGame startGame(String preset, int seats, int seat, Strength... bots) {
    return startGame(Requests.preset(preset), seats, seat, bots);
  }

  /**
   * Begins a game of one person against bots.
   *
   * @param rules whole, or a name alone
   * @param seats 2 to 8, the person's included
   * @param seat the person's, from 0
   * @param bots one strength for all, or one for each other seat
   * @return the game
   */
  public SoloGame startGame(Rules rules, int seats, int seat, Strength... bots) {
    return SoloGame.start(this, Requests.startGame(rules, seats, seat, bots));
  }

  /**
   * Goes on with a game from the ticket that was kept.
   *
   * @param ticket of {@link SoloGame#getTicket()}
   * @return the game
   * @throws InvalidArgumentException with the reason {@code TICKET_INVALID}: it is no ticket of
   *     this service, or its key is gone
   */
  public SoloGame resumeGame(ByteString ticket) {
    return SoloGame.resume(this, ticket);
  }

  <Q, R> R call(MethodDescriptor<Q, R> method, Q request) {
    try {
      return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
    } catch (StatusRuntimeException error) {
      throw PageOneException.of(error);
    }
  }

  /** Puts a {@link PageOneClient} together. */
  public static final class Builder {
    private final String address;
    private final Channel given;
    private Tls tls;
    private Supplier<String> token;
    private String language = "en";
    private Duration timeout = DEFAULT_TIMEOUT;

    private Builder(String address, Channel given) {
      this.address = address;
      this.given = given;
    }

    /**
     * Speaks TLS with the authorities of the platform.
     *
     * @return this
     */
    public Builder tls() {
      return tls(Tls.system());
    }

    /**
     * Speaks TLS.
     *
     * @param settings whom to trust, and what to show
     * @return this
     */
    public Builder tls(Tls settings) {
      tls = settings;
      return this;
    }

    /**
     * Shows a token with every call: over TLS alone, but for a server on the same machine.
     *
     * @param text an API key or a JWT
     * @return this
     * @throws IllegalArgumentException when it cannot be a token
     */
    public Builder token(String text) {
      String checked = CallDefaults.checked(text);
      return token(() -> checked);
    }

    /**
     * Shows a token that is asked for before every call: a place to refresh it.
     *
     * @param source gives an API key or a JWT; it must be quick
     * @return this
     */
    public Builder token(Supplier<String> source) {
      token = source;
      return this;
    }

    /**
     * The language of sentences.
     *
     * @param code {@code ja} or {@code en} (the default)
     * @return this
     */
    public Builder language(String code) {
      language = code;
      return this;
    }

    /**
     * The time for a call, all its tries included.
     *
     * @param each more than nothing
     * @return this
     * @throws IllegalArgumentException when it is not
     */
    public Builder timeout(Duration each) {
      if (each.isZero() || each.isNegative()) {
        throw new IllegalArgumentException("timeout has to be more than nothing, not " + each);
      }
      timeout = each;
      return this;
    }

    /**
     * The client. It connects with its first call.
     *
     * @return the client
     * @throws IllegalArgumentException when a token would travel for everybody to read, or a
     *     channel of your own is to speak TLS
     */
    public PageOneClient build() {
      CallDefaults defaults = new CallDefaults(timeout, language, token);
      if (given != null) {
        if (tls != null) {
          throw new IllegalArgumentException(
              "a channel of your own has its own credentials: leave tls out");
        }
        return new PageOneClient(null, ClientInterceptors.intercept(given, defaults));
      }
      if (token != null && tls == null && !Channels.isLocal(address)) {
        throw new IllegalArgumentException(
            "a token is not sent to " + address + " in plaintext: say tls()");
      }
      ManagedChannel channel = Channels.open(address, tls);
      return new PageOneClient(
          channel, ClientInterceptors.intercept(channel, defaults, Channels.reconnecting(channel)));
    }
  }
}
