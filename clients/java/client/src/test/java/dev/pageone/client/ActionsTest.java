package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pageone.v1.Action;
import dev.pageone.v1.Call;
import dev.pageone.v1.Card;
import dev.pageone.v1.ClaimsView;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Offense;
import dev.pageone.v1.Phase;
import dev.pageone.v1.Suit;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActionsTest {
  @Test
  void thereIsAMethodForEveryKindOfAction() {
    Set<Action.KindCase> made = EnumSet.of(Action.KindCase.KIND_NOT_SET);
    for (Action action :
        Arrays.asList(
            Actions.play(1, Card.CARD_JOKER),
            Actions.draw(1),
            Actions.passTurn(1),
            Actions.nameSuit(1, Suit.SUIT_CLUBS),
            Actions.callOut(1, 2, Offense.OFFENSE_MISSED_CALL),
            Actions.challenge(1),
            Actions.dobon(1, 2, Collections.emptyList()),
            Actions.waive(1),
            Actions.leave(1),
            Actions.closeClaims(),
            Actions.startRound())) {
      assertTrue(made.add(action.getKindCase()), "twice " + action.getKindCase());
      assertFalse(action.hasVersion());
    }
    assertEquals(EnumSet.allOf(Action.KindCase.class), made);
  }

  @Test
  void aPlayHasItsCardsBottomFirstItsSuitAndItsCall() {
    Action action =
        Actions.play(
            3,
            Arrays.asList(Card.CARD_SPADES_EIGHT, Card.CARD_CLUBS_EIGHT),
            Suit.SUIT_HEARTS,
            Call.CALL_PENULTIMATE);
    assertEquals(3, action.getSeat());
    assertEquals("8S 8C", Cards.text(action.getPlay().getCardsList()));
    assertEquals(Suit.SUIT_HEARTS, action.getPlay().getSuit());
    assertEquals(Call.CALL_PENULTIMATE, action.getPlay().getCall());
  }

  @Test
  void versionZeroIsAVersion() {
    Action action = Actions.forVersion(Actions.draw(0), 0);
    assertTrue(action.hasVersion());
    assertEquals(0, action.getVersion());
  }

  @Test
  void theSeatToActIsDue() {
    MatchView.Builder view = MatchView.newBuilder().setTurn(2);
    assertEquals(OptionalInt.of(2), Actions.due(view.setPhase(Phase.PHASE_TURN).build()));
    view.setPhase(Phase.PHASE_CLAIMS);
    assertEquals(OptionalInt.empty(), Actions.due(view.build()));
    view.setClaims(ClaimsView.newBuilder().addAwaited(0).addAwaited(3));
    assertEquals(OptionalInt.of(0), Actions.due(view.build()));
    assertEquals(OptionalInt.empty(), Actions.due(view.setPhase(Phase.PHASE_ROUND_OVER).build()));
  }
}
