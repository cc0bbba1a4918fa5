package dev.pageone.client;

import com.google.protobuf.ByteString;
import dev.pageone.v1.ActRequest;
import dev.pageone.v1.ActResponse;
import dev.pageone.v1.Action;
import dev.pageone.v1.Event;
import dev.pageone.v1.GetGameRequest;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Phase;
import dev.pageone.v1.SoloServiceGrpc;
import dev.pageone.v1.StartGameRequest;
import dev.pageone.v1.StartGameResponse;
import java.util.Collections;
import java.util.List;

/**
 * A game of one person against bots, made by {@link PageOneClient#startGame} or {@link
 * PageOneClient#resumeGame}.
 *
 * <p>It keeps the sealed ticket, the view and what the last call brought. A call that throws {@link
 * PageOneException} changes nothing. Not for several threads at once.
 */
public final class SoloGame {
  private final PageOneClient client;
  private ByteString ticket;
  private MatchView view;
  private List<Event> events;

  private SoloGame(PageOneClient client, ByteString ticket, MatchView view, List<Event> events) {
    this.client = client;
    this.ticket = ticket;
    this.view = view;
    this.events = events;
  }

  static SoloGame start(PageOneClient client, StartGameRequest request) {
    StartGameResponse response = client.call(SoloServiceGrpc.getStartGameMethod(), request);
    return new SoloGame(client, response.getTicket(), response.getView(), response.getEventsList());
  }

  static SoloGame resume(PageOneClient client, ByteString ticket) {
    GetGameRequest request = GetGameRequest.newBuilder().setTicket(ticket).build();
    MatchView view = client.call(SoloServiceGrpc.getGetGameMethod(), request).getView();
    return new SoloGame(client, ticket, view, Collections.emptyList());
  }

  /**
   * The sealed match. Keep it: {@link PageOneClient#resumeGame} goes on from it, on any replica.
   *
   * @return at most 1,200 bytes
   */
  public ByteString getTicket() {
    return ticket;
  }

  /**
   * What the person sees.
   *
   * @return the view after the last call
   */
  public MatchView getView() {
    return view;
  }

  /**
   * What the last call brought.
   *
   * @return the events, as the person may see them; empty after {@code resumeGame}
   */
  public List<Event> getEvents() {
    return events;
  }

  /**
   * The person's seat.
   *
   * @return from 0
   */
  public int getSeat() {
    return view.getViewer().getSeat();
  }

  /**
   * What the person can do now, call-outs included.
   *
   * @return the actions; empty when there is nothing but to go on
   */
  public List<Action> getActions() {
    return view.getLegal().getActionsList();
  }

  /**
   * Whether nothing goes on before the person acts.
   *
   * @return true: its turn has come, or its answer is awaited
   */
  public boolean isTurn() {
    if (view.getPhase() == Phase.PHASE_CLAIMS) {
      return view.getClaims().getAwaitedList().contains(getSeat());
    }
    return view.getPhase() == Phase.PHASE_TURN && view.getTurn() == getSeat();
  }

  /**
   * Whether the next round waits to be started.
   *
   * @return true: {@link #startRound()} is next
   */
  public boolean isRoundOver() {
    return view.getPhase() == Phase.PHASE_ROUND_OVER;
  }

  /**
   * Whether the match is over.
   *
   * @return true: nothing comes any more
   */
  public boolean isOver() {
    return view.getPhase() == Phase.PHASE_MATCH_OVER;
  }

  /**
   * Does an action, and lets the bots go on until the person can act again.
   *
   * @param action one of {@link #getActions()}, or another
   * @return what happened
   * @throws RefusedException when the rules do not allow it
   */
  public List<Event> act(Action action) {
    return send(ActRequest.newBuilder().setTicket(ticket).setAction(action).build());
  }

  /**
   * Does nothing, and lets the bots go on: after a play that the person may call out, and does not.
   *
   * @return what happened
   */
  public List<Event> goOn() {
    return send(ActRequest.newBuilder().setTicket(ticket).build());
  }

  /**
   * Begins the next round.
   *
   * @return what happened
   */
  public List<Event> startRound() {
    return act(Actions.startRound());
  }

  /**
   * Leaves the match for good; {@link #goOn()} and {@link #startRound()} show how the others play
   * it to its end.
   *
   * @return what happened
   */
  public List<Event> leave() {
    return act(Actions.leave(getSeat()));
  }

  private List<Event> send(ActRequest request) {
    ActResponse response = client.call(SoloServiceGrpc.getActMethod(), request);
    ticket = response.getTicket();
    view = response.getView();
    events = response.getEventsList();
    return events;
  }
}
