package dev.pageone.client;

import dev.pageone.v1.Card;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cards as text for people: rank and suit, {@code 8C 10H QS AD}, and {@code JK} for a Joker; and
 * back.
 */
public final class Cards {
  private static final String[] RANKS = {
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"
  };
  private static final String SUITS = "CDHS";
  private static final Map<Card, String> TEXTS = new HashMap<>();
  private static final Map<String, Card> CARDS = new HashMap<>();

  static {
    for (int number = 1; number < Card.CARD_JOKER_VALUE; number++) {
      int at = number - 1;
      put(Card.forNumber(number), RANKS[at % RANKS.length] + SUITS.charAt(at / RANKS.length));
    }
    put(Card.CARD_JOKER, "JK");
  }

  private Cards() {}

  private static void put(Card card, String text) {
    TEXTS.put(card, text);
    CARDS.put(text, card);
  }

  /**
   * One card as text.
   *
   * @param card the card
   * @return such as {@code 10H}; {@code ??} for what is no card
   */
  public static String text(Card card) {
    return TEXTS.getOrDefault(card, "??");
  }

  /**
   * Cards as text.
   *
   * @param cards the cards
   * @return their texts with spaces between: {@code 8C 10H JK}
   */
  public static String text(Iterable<Card> cards) {
    StringBuilder text = new StringBuilder();
    for (Card card : cards) {
      text.append(text.length() == 0 ? "" : " ").append(text(card));
    }
    return text.toString();
  }

  /**
   * Reads cards from text.
   *
   * @param text such as {@code 8c 10h jk}; empty: no card
   * @return the cards in their order, not to be changed
   * @throws IllegalArgumentException when a word is no card; names it
   */
  public static List<Card> parse(String text) {
    List<Card> cards = new ArrayList<>();
    for (String word : text.toUpperCase(Locale.ROOT).trim().split("\\s+")) {
      Card card = CARDS.get(word);
      if (card != null) {
        cards.add(card);
      } else if (!word.isEmpty()) {
        throw new IllegalArgumentException(
            "'" + word + "' is no card; write rank and suit, such as 10H, or JK");
      }
    }
    return Collections.unmodifiableList(cards);
  }
}
