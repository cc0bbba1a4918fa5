package dev.pageone.client;

import dev.pageone.v1.Action;
import dev.pageone.v1.Call;
import dev.pageone.v1.CallOut;
import dev.pageone.v1.Card;
import dev.pageone.v1.Challenge;
import dev.pageone.v1.CloseClaims;
import dev.pageone.v1.Dobon;
import dev.pageone.v1.Draw;
import dev.pageone.v1.Leave;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.NameSuit;
import dev.pageone.v1.Offense;
import dev.pageone.v1.Pass;
import dev.pageone.v1.Phase;
import dev.pageone.v1.Play;
import dev.pageone.v1.StartRound;
import dev.pageone.v1.Suit;
import dev.pageone.v1.Waive;
import java.util.Collections;
import java.util.OptionalInt;

/**
 * Actions, a method for each kind, and whose turn it is to make one.
 *
 * <p>They have no version: {@link #forVersion} says for which state an action was made, and a
 * doubled or late one is refused ({@link StaleException}). Seats count from 0.
 */
public final class Actions {
  private Actions() {}

  /**
   * Lays a card.
   *
   * @param seat who
   * @param card the card
   * @return the action
   */
  public static Action play(int seat, Card card) {
    return play(
        seat, Collections.singletonList(card), Suit.SUIT_UNSPECIFIED, Call.CALL_UNSPECIFIED);
  }

  /**
   * Lays cards.
   *
   * @param seat who
   * @param cards at least one, bottom first
   * @param suit named with a wild card or a Joker; else {@code SUIT_UNSPECIFIED}
   * @param call the call owed; {@code CALL_UNSPECIFIED}: none is made
   * @return the action
   */
  public static Action play(int seat, Iterable<Card> cards, Suit suit, Call call) {
    Play play = Play.newBuilder().addAllCards(cards).setSuit(suit).setCall(call).build();
    return of(seat).setPlay(play).build();
  }

  /**
   * Draws a card, or all that is pending.
   *
   * @param seat who
   * @return the action
   */
  public static Action draw(int seat) {
    return of(seat).setDraw(Draw.getDefaultInstance()).build();
  }

  /**
   * Ends the turn without a play.
   *
   * @param seat who
   * @return the action
   */
  public static Action passTurn(int seat) {
    return of(seat).setPassTurn(Pass.getDefaultInstance()).build();
  }

  /**
   * Names the suit of a starter.
   *
   * @param seat who
   * @param suit clubs to spades
   * @return the action
   */
  public static Action nameSuit(int seat, Suit suit) {
    return of(seat).setNameSuit(NameSuit.newBuilder().setSuit(suit)).build();
  }

  /**
   * Points out an offense of another seat.
   *
   * @param seat who
   * @param offender the other seat
   * @param offense what it is accused of
   * @return the action
   */
  public static Action callOut(int seat, int offender, Offense offense) {
    CallOut callOut = CallOut.newBuilder().setOffender(offender).setOffense(offense).build();
    return of(seat).setCallOut(callOut).build();
  }

  /**
   * Doubts the Joker just played.
   *
   * @param seat who
   * @return the action
   */
  public static Action challenge(int seat) {
    return of(seat).setChallenge(Challenge.getDefaultInstance()).build();
  }

  /**
   * Lays the whole hand down against another seat's card.
   *
   * @param seat who
   * @param against the other seat
   * @param cards the hand in the order laid; empty: ascending
   * @return the action
   */
  public static Action dobon(int seat, int against, Iterable<Card> cards) {
    return of(seat).setDobon(Dobon.newBuilder().setAgainst(against).addAllCards(cards)).build();
  }

  /**
   * Claims nothing.
   *
   * @param seat who
   * @return the action
   */
  public static Action waive(int seat) {
    return of(seat).setWaive(Waive.getDefaultInstance()).build();
  }

  /**
   * Leaves the match for good.
   *
   * @param seat who
   * @return the action
   */
  public static Action leave(int seat) {
    return of(seat).setLeave(Leave.getDefaultInstance()).build();
  }

  /**
   * The host ends the waiting for claims.
   *
   * @return the action
   */
  public static Action closeClaims() {
    return Action.newBuilder().setCloseClaims(CloseClaims.getDefaultInstance()).build();
  }

  /**
   * The host starts the next round; in a solo game the person does.
   *
   * @return the action
   */
  public static Action startRound() {
    return Action.newBuilder().setStartRound(StartRound.getDefaultInstance()).build();
  }

  /**
   * The same action, for one version of the state alone.
   *
   * @param action the action
   * @param version the version of the view that it was chosen from, 0 too
   * @return a copy with the version
   */
  public static Action forVersion(Action action, int version) {
    return action.toBuilder().setVersion(version).build();
  }

  /**
   * The seat whose action is waited for.
   *
   * @param view of any viewer
   * @return the seat, of several awaited claims the first; empty after a round
   */
  public static OptionalInt due(MatchView view) {
    if (view.getPhase() == Phase.PHASE_TURN) {
      return OptionalInt.of(view.getTurn());
    }
    if (view.getPhase() == Phase.PHASE_CLAIMS && view.getClaims().getAwaitedCount() > 0) {
      return OptionalInt.of(view.getClaims().getAwaited(0));
    }
    return OptionalInt.empty();
  }

  private static Action.Builder of(int seat) {
    return Action.newBuilder().setSeat(seat);
  }
}
