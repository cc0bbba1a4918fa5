package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pageone.v1.Card;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CardsTest {
  @Test
  void everyCardIsWrittenAndReadBack() {
    List<Card> cards = new ArrayList<>();
    for (int number = 1; number <= 53; number++) {
      cards.add(Card.forNumber(number));
    }
    String text = Cards.text(cards);
    assertTrue(text.startsWith("AC 2C "), text);
    assertTrue(text.endsWith(" QS KS JK"), text);
    assertEquals(cards, Cards.parse(text));
  }

  @Test
  void lowerCaseAndSpacesAreRead() {
    assertEquals(
        Arrays.asList(Card.CARD_CLUBS_EIGHT, Card.CARD_HEARTS_TEN, Card.CARD_JOKER),
        Cards.parse("  8c 10h\tjk "));
    assertTrue(Cards.parse("").isEmpty());
  }

  @Test
  void aWordThatIsNoCardIsNamed() {
    for (String word : new String[] {"1C", "11H", "XX", "C8", "J"}) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> Cards.parse("8C " + word));
      assertTrue(error.getMessage().contains(word), error.getMessage());
    }
  }

  @Test
  void whatIsNoCardIsWrittenAsSuch() {
    assertEquals("??", Cards.text(Card.CARD_UNSPECIFIED));
    assertEquals("??", Cards.text(Card.UNRECOGNIZED));
  }
}
