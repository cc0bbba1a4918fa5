package dev.pageone.client;

import com.google.protobuf.ByteString;
import dev.pageone.v1.Card;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a player saw of a match's first deal: kept until the seed is revealed, and compared with it
 * then (C4 to C9).
 *
 * <p>Made {@linkplain #of(MatchView) from the first view} of the match, or with a {@link #builder}.
 */
public final class FirstDeal {
  /** What can disagree with the seed. */
  public enum Disagreement {
    /** The seed's hash is not the commitment that was published (C7). */
    COMMITMENT,
    /** The seed draws another dealer (C6). */
    FIRST_DEALER,
    /** The seed deals another hand (C9). */
    HAND
  }

  private final ByteString commitment;
  private final int decks;
  private final int jokers;
  private final int handSize;
  private final int seats;
  private final int dealer;
  private final boolean drawn;
  private final int seat;
  private final List<Card> hand;

  private FirstDeal(Builder builder) {
    Fairplay.checkRange("seat", builder.seat, 0, builder.seats - 1);
    commitment = builder.commitment;
    decks = builder.decks;
    jokers = builder.jokers;
    handSize = builder.handSize;
    seats = builder.seats;
    dealer = builder.dealer;
    drawn = builder.drawn;
    seat = builder.seat;
    hand = Fairplay.ascending(builder.hand);
  }

  /**
   * What a seat's first view of a match shows: of its first round, before its hand has changed. The
   * dealer is taken to be drawn, as in every solo game.
   *
   * @param view of a seat
   * @return the deal
   */
  public static FirstDeal of(MatchView view) {
    Rules rules = view.getRules();
    return builder()
        .commitment(view.getSeedCommitment())
        .pack(rules.getDecks(), rules.getJokers())
        .handSize(rules.getHandSize())
        .seats(view.getSeatsCount())
        .dealer(view.getDealer(), true)
        .hand(view.getViewer().getSeat(), view.getHandList())
        .build();
  }

  /**
   * Begins with nothing.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * What of the deal does not agree with the revealed seed.
   *
   * @param seed 32 bytes, {@code MatchView.seed} once the match is over
   * @param entropy what the players brought, in the match's order; none in a solo game
   * @return in the order of their declaration; empty: all agrees
   */
  public Set<Disagreement> check(ByteString seed, List<ByteString> entropy) {
    Set<Disagreement> found = EnumSet.noneOf(Disagreement.class);
    if (!Fairplay.commitment(seed).equals(commitment)) {
      found.add(Disagreement.COMMITMENT);
    }
    if (drawn && Fairplay.firstDealer(seats, seed, entropy) != dealer) {
      found.add(Disagreement.FIRST_DEALER);
    }
    List<Card> shuffled = Fairplay.shuffle(Fairplay.pack(decks, jokers), seed, entropy, 0);
    Deal deal = Fairplay.deal(shuffled, seats, dealer, handSize);
    if (!deal.getHands().get(seat).equals(hand)) {
      found.add(Disagreement.HAND);
    }
    return found;
  }

  /** Puts a {@link FirstDeal} together; everything has to be said. */
  public static final class Builder {
    private ByteString commitment = ByteString.EMPTY;
    private int decks;
    private int jokers;
    private int handSize;
    private int seats;
    private int dealer;
    private boolean drawn;
    private int seat;
    private List<Card> hand = Collections.emptyList();

    private Builder() {}

    /**
     * What was published when the match began (C7).
     *
     * @param published 32 bytes
     * @return this
     */
    public Builder commitment(ByteString published) {
      commitment = published;
      return this;
    }

    /**
     * The pack of the rules (C1).
     *
     * @param numberOfDecks 1 to 4
     * @param numberOfJokers in the whole pack
     * @return this
     */
    public Builder pack(int numberOfDecks, int numberOfJokers) {
      decks = numberOfDecks;
      jokers = numberOfJokers;
      return this;
    }

    /**
     * Cards dealt to each seat.
     *
     * @param cards 1 to 20
     * @return this
     */
    public Builder handSize(int cards) {
      handSize = cards;
      return this;
    }

    /**
     * Seats of the match.
     *
     * @param number 2 to 8
     * @return this
     */
    public Builder seats(int number) {
      seats = number;
      return this;
    }

    /**
     * Who dealt the first round (C6).
     *
     * @param dealingSeat from 0
     * @param fromSeed true: nobody named the dealer, so that it must follow from the seed
     * @return this
     */
    public Builder dealer(int dealingSeat, boolean fromSeed) {
      dealer = dealingSeat;
      drawn = fromSeed;
      return this;
    }

    /**
     * What a seat was dealt.
     *
     * @param ofSeat from 0
     * @param cards in any order
     * @return this
     */
    public Builder hand(int ofSeat, List<Card> cards) {
      seat = ofSeat;
      hand = new ArrayList<>(cards);
      return this;
    }

    /**
     * The deal.
     *
     * @return the deal
     * @throws IllegalArgumentException when the seat is none of the match's
     */
    public FirstDeal build() {
      return new FirstDeal(this);
    }
  }
}
