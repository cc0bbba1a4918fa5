package dev.pageone.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.ByteString;
import dev.pageone.client.Deal;
import dev.pageone.client.Fairplay;
import dev.pageone.client.FirstDeal;
import dev.pageone.v1.Card;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The step {@code verify}: pure functions of the package's fair play. */
final class Verification {
  private final JsonObject input;

  private Verification(JsonObject input) {
    this.input = input;
  }

  static JsonElement of(String what, JsonObject input) {
    Verification given = new Verification(input);
    return switch (what) {
      case "commitment" -> new JsonPrimitive(hex(Fairplay.commitment(given.bytes("seed"))));
      case "pack" -> cards(Fairplay.pack(given.number("decks"), given.number("jokers")));
      case "shuffle" ->
          cards(
              Fairplay.shuffle(
                  given.cards("cards"),
                  given.bytes("seed"),
                  given.entropy(),
                  input.get("shuffles").getAsLong()));
      case "first_dealer" ->
          new JsonPrimitive(
              Fairplay.firstDealer(given.number("seats"), given.bytes("seed"), given.entropy()));
      case "deal" -> given.deal();
      case "check_first_deal" -> given.checkFirstDeal();
      default -> throw new ScenarioException("nothing verifies " + what);
    };
  }

  private JsonElement deal() {
    Deal deal =
        Fairplay.deal(cards("cards"), number("seats"), number("dealer"), number("handSize"));
    JsonArray hands = new JsonArray();
    deal.getHands().forEach(hand -> hands.add(cards(hand)));
    JsonObject found = new JsonObject();
    found.add("hands", hands);
    found.add("stock", cards(deal.getStock()));
    return found;
  }

  private JsonElement checkFirstDeal() {
    FirstDeal deal =
        FirstDeal.builder()
            .commitment(bytes("commitment"))
            .pack(number("decks"), number("jokers"))
            .handSize(number("handSize"))
            .seats(number("seats"))
            .dealer(number("dealer"), input.get("drawn").getAsBoolean())
            .hand(number("seat"), cards("hand"))
            .build();
    JsonArray found = new JsonArray();
    deal.check(bytes("seed"), entropy())
        .forEach(each -> found.add(each.name().toLowerCase(Locale.ROOT)));
    return found;
  }

  private int number(String name) {
    return input.get(name).getAsInt();
  }

  private ByteString bytes(String name) {
    return unhex(input.get(name));
  }

  private List<ByteString> entropy() {
    return input.getAsJsonArray("entropy").asList().stream().map(Verification::unhex).toList();
  }

  private List<Card> cards(String name) {
    return Json.integers(input.get(name)).stream().map(Card::forNumber).toList();
  }

  static JsonArray cards(List<Card> cards) {
    return Json.numbers(cards.stream().map(Card::getNumber).toList());
  }

  private static ByteString unhex(JsonElement text) {
    return ByteString.copyFrom(HexFormat.of().parseHex(text.getAsString()));
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
