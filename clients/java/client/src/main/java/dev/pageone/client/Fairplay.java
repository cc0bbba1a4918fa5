package dev.pageone.client;

import com.google.protobuf.ByteString;
import dev.pageone.v1.Card;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bouncycastle.crypto.digests.SHAKEDigest;

/**
 * Was the deal fair? Computed here, without asking the server that dealt (clauses C4 to C9 of the
 * rules).
 *
 * <p>A host publishes the commitment when the match begins and reveals the seed when it is over.
 * With the seed, and the entropy that the players brought, everything that was random in the match
 * can be computed again; {@link FirstDeal} puts it together. Arguments outside their ranges are
 * {@link IllegalArgumentException}s that name the argument.
 */
public final class Fairplay {
  private static final int SEED_BYTES = 32;
  private static final int MAX_ENTROPY = 8;
  private static final int MAX_ENTROPY_BYTES = 64;
  private static final int MAX_CARDS = 255;
  private static final int MAX_DECKS = 4;
  private static final int MIN_SEATS = 2;
  private static final int MAX_SEATS = 8;
  private static final int MAX_HAND = 20;

  private Fairplay() {}

  /**
   * What is published of a seed when the match begins: its SHA-256 (C7).
   *
   * @param seed 32 bytes
   * @return 32 bytes
   */
  public static ByteString commitment(ByteString seed) {
    checkSeed(seed);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteString.copyFrom(digest.digest(seed.toByteArray()));
    } catch (NoSuchAlgorithmException missing) {
      throw new AssertionError("every Java platform has SHA-256", missing);
    }
  }

  /**
   * The whole pack before the first shuffle (C1, C5).
   *
   * @param decks 1 to 4
   * @param jokers 0 to 203, so that there are at most 255 cards
   * @return ascending, all copies of a card together, Jokers last
   */
  public static List<Card> pack(int decks, int jokers) {
    checkRange("decks", decks, 1, MAX_DECKS);
    checkRange("jokers", jokers, 0, MAX_CARDS - 52 * decks);
    List<Card> pack = new ArrayList<>();
    for (int number = 1; number < Card.CARD_JOKER_VALUE; number++) {
      pack.addAll(Collections.nCopies(decks, Card.forNumber(number)));
    }
    pack.addAll(Collections.nCopies(jokers, Card.CARD_JOKER));
    return pack;
  }

  /**
   * Cards as they lie after a shuffle (C4, C5).
   *
   * @param cards at most 255; the order in which they are given does not count
   * @param seed 32 bytes
   * @param entropy at most 8 entries of at most 64 bytes, in the match's order
   * @param shuffles how many shuffles the match had made before, 0 for the first deal; below 2^32
   * @return the same cards; the last is the next one dealt
   */
  public static List<Card> shuffle(
      List<Card> cards, ByteString seed, List<ByteString> entropy, long shuffles) {
    checkRange("the number of cards", cards.size(), 0, MAX_CARDS);
    checkRange("shuffles", shuffles, 0, 0xFFFF_FFFFL);
    List<Card> order = ascending(cards);
    Stream stream = new Stream("pageone.v1.shuffle", seed, entropy, shuffles);
    for (int at = order.size() - 1; at > 0; at--) {
      Collections.swap(order, at, stream.below(at + 1));
    }
    return order;
  }

  /**
   * The dealer of the first round of a match whose creator named none (C6).
   *
   * @param seats 2 to 8
   * @param seed 32 bytes
   * @param entropy as of {@link #shuffle}
   * @return the seat
   */
  public static int firstDealer(int seats, ByteString seed, List<ByteString> entropy) {
    checkRange("seats", seats, MIN_SEATS, MAX_SEATS);
    return new Stream("pageone.v1.dealer", seed, entropy, 0).below(seats);
  }

  /**
   * Deals to every seat, one card at a time from the end, the seat after the dealer first (C9).
   *
   * @param cards shuffled
   * @param seats 2 to 8, none of which has left
   * @param dealer the dealing seat
   * @param handSize cards for each seat, 1 to 20
   * @return hands and stock
   */
  public static Deal deal(List<Card> cards, int seats, int dealer, int handSize) {
    checkRange("seats", seats, MIN_SEATS, MAX_SEATS);
    checkRange("dealer", dealer, 0, seats - 1);
    checkRange("handSize", handSize, 1, MAX_HAND);
    int dealt = seats * handSize;
    if (dealt > cards.size()) {
      throw new IllegalArgumentException(
          "handSize: " + seats + " hands of " + handSize + " are more than " + cards.size());
    }
    List<List<Card>> hands = new ArrayList<>();
    for (int seat = 0; seat < seats; seat++) {
      List<Card> hand = new ArrayList<>();
      int first = Math.floorMod(seat - dealer - 1, seats);
      for (int at = first; at < dealt; at += seats) {
        hand.add(cards.get(cards.size() - 1 - at));
      }
      hands.add(Collections.unmodifiableList(ascending(hand)));
    }
    return new Deal(hands, new ArrayList<>(cards.subList(0, cards.size() - dealt)));
  }

  static List<Card> ascending(List<Card> cards) {
    List<Card> sorted = new ArrayList<>(cards);
    if (sorted.contains(Card.CARD_UNSPECIFIED) || sorted.contains(Card.UNRECOGNIZED)) {
      throw new IllegalArgumentException("cards are the 52 and the Joker");
    }
    // Declared in the order of their numbers.
    Collections.sort(sorted);
    return sorted;
  }

  static void checkRange(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(name + " is " + low + " to " + high + ", not " + value);
    }
  }

  private static void checkSeed(ByteString seed) {
    if (seed.size() != SEED_BYTES) {
      throw new IllegalArgumentException("seed has " + SEED_BYTES + " bytes, not " + seed.size());
    }
  }

  /** The endless output of SHAKE-256 over label, seed, entropy and count (C4). */
  private static final class Stream {
    private final SHAKEDigest shake = new SHAKEDigest(256);
    private final byte[] next = new byte[1];

    Stream(String label, ByteString seed, List<ByteString> entropy, long count) {
      checkSeed(seed);
      checkRange("the number of entries in entropy", entropy.size(), 0, MAX_ENTROPY);
      absorb(label.getBytes(StandardCharsets.US_ASCII));
      absorb(seed.toByteArray());
      for (ByteString entry : entropy) {
        checkRange("the bytes of an entry in entropy", entry.size(), 0, MAX_ENTROPY_BYTES);
        absorb(fourBytes(entry.size()));
        absorb(entry.toByteArray());
      }
      absorb(fourBytes(count));
    }

    /** An even draw from 0 to bound - 1: bytes that would favour some numbers are dropped. */
    int below(int bound) {
      int limit = 256 - 256 % bound;
      int drawn;
      do {
        shake.doOutput(next, 0, 1);
        drawn = next[0] & 0xFF;
      } while (drawn >= limit);
      return drawn % bound;
    }

    private void absorb(byte[] bytes) {
      shake.update(bytes, 0, bytes.length);
    }

    private static byte[] fourBytes(long number) {
      return ByteBuffer.allocate(Integer.BYTES).putInt((int) number).array();
    }
  }
}
