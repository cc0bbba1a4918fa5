package dev.pageone.client;

import dev.pageone.v1.Card;
import java.util.Collections;
import java.util.List;

/** What a deal leaves. */
public final class Deal {
  private final List<List<Card>> hands;
  private final List<Card> stock;

  Deal(List<List<Card>> hands, List<Card> stock) {
    this.hands = Collections.unmodifiableList(hands);
    this.stock = Collections.unmodifiableList(stock);
  }

  /**
   * The hands.
   *
   * @return in seat order, each ascending; not to be changed
   */
  public List<List<Card>> getHands() {
    return hands;
  }

  /**
   * The rest of the pack.
   *
   * @return the stock, the next card to be drawn at its end; not to be changed
   */
  public List<Card> getStock() {
    return stock;
  }
}
