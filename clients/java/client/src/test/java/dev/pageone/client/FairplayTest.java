package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.pageone.v1.Card;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Rules;
import dev.pageone.v1.SeatView;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the scenarios of tests/conformance do not say; the vectors are there. */
class FairplayTest {
  private static final ByteString SEED = ByteString.copyFrom(new byte[32]);
  private static final List<ByteString> NONE = Collections.emptyList();

  @Test
  void anArgumentOutOfRangeIsNamed() {
    List<ByteString> nine = Collections.nCopies(9, ByteString.EMPTY);
    List<ByteString> long65 = Collections.singletonList(ByteString.copyFrom(new byte[65]));
    List<Card> pack = Fairplay.pack(1, 0);
    refuses("seed", () -> Fairplay.commitment(SEED.substring(1)));
    refuses("decks", () -> Fairplay.pack(0, 0));
    refuses("decks", () -> Fairplay.pack(5, 0));
    refuses("jokers", () -> Fairplay.pack(1, 204));
    refuses("jokers", () -> Fairplay.pack(4, 48));
    refuses("entropy", () -> Fairplay.shuffle(pack, SEED, nine, 0));
    refuses("entropy", () -> Fairplay.shuffle(pack, SEED, long65, 0));
    refuses("shuffles", () -> Fairplay.shuffle(pack, SEED, NONE, -1));
    refuses("shuffles", () -> Fairplay.shuffle(pack, SEED, NONE, 1L << 32));
    refuses("cards", () -> Fairplay.shuffle(Collections.nCopies(256, pack.get(0)), SEED, NONE, 0));
    refuses(
        "cards",
        () -> Fairplay.shuffle(Collections.singletonList(Card.CARD_UNSPECIFIED), SEED, NONE, 0));
    refuses("seats", () -> Fairplay.firstDealer(1, SEED, NONE));
    refuses("seats", () -> Fairplay.firstDealer(9, SEED, NONE));
    refuses("dealer", () -> Fairplay.deal(pack, 4, 4, 5));
    refuses("handSize", () -> Fairplay.deal(pack, 4, 0, 0));
    refuses("handSize", () -> Fairplay.deal(pack, 4, 0, 14));
  }

  private static void refuses(String argument, Executable call) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call);
    assertTrue(error.getMessage().contains(argument), error.getMessage());
  }

  @Test
  void theFirstViewOfAMatchIsCheckedWithTheSeed() {
    int dealer = Fairplay.firstDealer(3, SEED, NONE);
    Deal deal = Fairplay.deal(Fairplay.shuffle(Fairplay.pack(1, 1), SEED, NONE, 0), 3, dealer, 4);
    MatchView.Builder view =
        MatchView.newBuilder()
            .setViewer(Viewers.seat(2))
            .setRules(Rules.newBuilder().setDecks(1).setJokers(1).setHandSize(4))
            .setDealer(dealer)
            .addAllHand(deal.getHands().get(2))
            .setSeedCommitment(Fairplay.commitment(SEED));
    for (int seat = 0; seat < 3; seat++) {
      view.addSeats(SeatView.getDefaultInstance());
    }
    assertTrue(FirstDeal.of(view.build()).check(SEED, NONE).isEmpty());
    ByteString other = ByteString.copyFromUtf8("another seed, it has 32 bytes, too.").substring(3);
    assertTrue(
        FirstDeal.of(view.build())
            .check(other, NONE)
            .containsAll(
                EnumSet.of(FirstDeal.Disagreement.COMMITMENT, FirstDeal.Disagreement.HAND)));
    view.setDealer((dealer + 1) % 3);
    assertEquals(
        EnumSet.of(FirstDeal.Disagreement.FIRST_DEALER, FirstDeal.Disagreement.HAND),
        FirstDeal.of(view.build()).check(SEED, NONE));
  }
}
