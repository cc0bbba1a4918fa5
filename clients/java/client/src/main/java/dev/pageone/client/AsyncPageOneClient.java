package dev.pageone.client;

import com.google.protobuf.ByteString;
import dev.pageone.v1.ActRequest;
import dev.pageone.v1.ActResponse;
import dev.pageone.v1.Action;
import dev.pageone.v1.ApplyActionResponse;
import dev.pageone.v1.BatchApplyActionsRequest;
import dev.pageone.v1.BatchApplyActionsResponse;
import dev.pageone.v1.CreateMatchRequest;
import dev.pageone.v1.CreateMatchResponse;
import dev.pageone.v1.DescribeRulesRequest;
import dev.pageone.v1.DescribeRulesResponse;
import dev.pageone.v1.EngineServiceGrpc;
import dev.pageone.v1.GetGameRequest;
import dev.pageone.v1.GetGameResponse;
import dev.pageone.v1.GetViewResponse;
import dev.pageone.v1.ListLegalActionsRequest;
import dev.pageone.v1.ListLegalActionsResponse;
import dev.pageone.v1.ListRuleSetsRequest;
import dev.pageone.v1.ListRuleSetsResponse;
import dev.pageone.v1.MatchState;
import dev.pageone.v1.RulesServiceGrpc;
import dev.pageone.v1.SoloServiceGrpc;
import dev.pageone.v1.StartGameRequest;
import dev.pageone.v1.StartGameResponse;
import dev.pageone.v1.SuggestActionRequest;
import dev.pageone.v1.SuggestActionResponse;
import dev.pageone.v1.VerifyTranscriptRequest;
import dev.pageone.v1.VerifyTranscriptResponse;
import dev.pageone.v1.Viewer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;

/**
 * Every call of the service as a future, for what must not block: made by {@link
 * PageOneClient#async()}.
 *
 * <p>A future that fails does so with a {@link PageOneException} (as the cause, where {@code get}
 * or {@code join} wraps it). Cancelling a future ends its call. What depends on a future runs on
 * gRPC's threads: let it be short, or name an executor.
 */
public final class AsyncPageOneClient {
  private final Channel channel;

  AsyncPageOneClient(Channel channel) {
    this.channel = channel;
  }

  /**
   * See {@link PageOneClient#createMatch(CreateMatchRequest)}.
   *
   * @param request the request
   * @return the answer
   */
  public CompletableFuture<CreateMatchResponse> createMatch(CreateMatchRequest request) {
    return call(EngineServiceGrpc.getCreateMatchMethod(), request);
  }

  /**
   * See {@link PageOneClient#apply}.
   *
   * @param state as the last call returned it
   * @param action what is done
   * @param viewers for whom to prepare an update
   * @return the answer
   */
  public CompletableFuture<ApplyActionResponse> apply(
      MatchState state, Action action, Viewer... viewers) {
    return call(EngineServiceGrpc.getApplyActionMethod(), Requests.apply(state, action, viewers));
  }

  /**
   * See {@link PageOneClient#applyAll}.
   *
   * @param request the requests, at most 256
   * @return the answers
   */
  public CompletableFuture<BatchApplyActionsResponse> applyAll(BatchApplyActionsRequest request) {
    return call(EngineServiceGrpc.getBatchApplyActionsMethod(), request);
  }

  /**
   * See {@link PageOneClient#view(MatchState, Viewer)}.
   *
   * @param state the match
   * @param viewer who looks
   * @return the answer
   */
  public CompletableFuture<GetViewResponse> view(MatchState state, Viewer viewer) {
    return call(EngineServiceGrpc.getGetViewMethod(), Requests.view(state, viewer));
  }

  /**
   * See {@link PageOneClient#legalActions} and {@link PageOneClient#allLegalActions}.
   *
   * @param request the match, and a seat or none
   * @return the answer
   */
  public CompletableFuture<ListLegalActionsResponse> legalActions(ListLegalActionsRequest request) {
    return call(EngineServiceGrpc.getListLegalActionsMethod(), request);
  }

  /**
   * See {@link PageOneClient#suggest(SuggestActionRequest)}.
   *
   * @param request the request
   * @return the answer, with or without an action
   */
  public CompletableFuture<SuggestActionResponse> suggest(SuggestActionRequest request) {
    return call(EngineServiceGrpc.getSuggestActionMethod(), request);
  }

  /**
   * See {@link PageOneClient#verify}.
   *
   * @param request the transcript, and what to compare it with
   * @return the answer
   */
  public CompletableFuture<VerifyTranscriptResponse> verify(VerifyTranscriptRequest request) {
    return call(EngineServiceGrpc.getVerifyTranscriptMethod(), request);
  }

  /**
   * See {@link PageOneClient#ruleSets()}.
   *
   * @return the answer
   */
  public CompletableFuture<ListRuleSetsResponse> ruleSets() {
    return call(RulesServiceGrpc.getListRuleSetsMethod(), ListRuleSetsRequest.getDefaultInstance());
  }

  /**
   * See {@link PageOneClient#describeRules}.
   *
   * @param request the rules, and for how many seats
   * @return the answer
   */
  public CompletableFuture<DescribeRulesResponse> describeRules(DescribeRulesRequest request) {
    return call(RulesServiceGrpc.getDescribeRulesMethod(), request);
  }

  /**
   * Begins a game of one person against bots.
   *
   * @param request the request
   * @return the answer with the first ticket
   */
  public CompletableFuture<StartGameResponse> startGame(StartGameRequest request) {
    return call(SoloServiceGrpc.getStartGameMethod(), request);
  }

  /**
   * The view of a kept ticket.
   *
   * @param ticket the last one
   * @return the answer
   */
  public CompletableFuture<GetGameResponse> getGame(ByteString ticket) {
    return call(
        SoloServiceGrpc.getGetGameMethod(), GetGameRequest.newBuilder().setTicket(ticket).build());
  }

  /**
   * Does the person's action, or lets the bots go on.
   *
   * @param request the last ticket, and an action or none
   * @return the answer with the next ticket
   */
  public CompletableFuture<ActResponse> act(ActRequest request) {
    return call(SoloServiceGrpc.getActMethod(), request);
  }

  private <Q, R> CompletableFuture<R> call(MethodDescriptor<Q, R> method, Q request) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    ClientCall<Q, R> call = channel.newCall(method, CallOptions.DEFAULT);
    answer.whenComplete(
        (response, error) -> {
          if (answer.isCancelled()) {
            call.cancel("the future was cancelled", null);
          }
        });
    try {
      ClientCalls.asyncUnaryCall(call, request, new Completing<>(answer));
    } catch (RuntimeException refused) {
      // The source of tokens: what it throws is its own.
      answer.completeExceptionally(refused);
    }
    return answer;
  }

  /** Gives a future what a call ends with. */
  private static final class Completing<R> implements StreamObserver<R> {
    private final CompletableFuture<R> answer;

    Completing(CompletableFuture<R> answer) {
      this.answer = answer;
    }

    @Override
    public void onNext(R response) {
      answer.complete(response);
    }

    @Override
    public void onError(Throwable error) {
      answer.completeExceptionally(PageOneException.of(error));
    }

    @Override
    public void onCompleted() {}
  }
}
