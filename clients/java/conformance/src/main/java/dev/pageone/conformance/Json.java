package dev.pageone.conformance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Iterator;
import java.util.List;

/** What Gson does not say about JSON as scenarios mean it. */
final class Json {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

  private Json() {}

  static String text(JsonElement value) {
    return GSON.toJson(value);
  }

  /** Equal values: members in any order, 1 and 1.0 the same, 1 and true not. */
  static boolean equal(JsonElement one, JsonElement other) {
    if (one.isJsonObject() && other.isJsonObject()) {
      return equalObjects(one.getAsJsonObject(), other.getAsJsonObject());
    }
    if (one.isJsonArray() && other.isJsonArray()) {
      return equalArrays(one.getAsJsonArray(), other.getAsJsonArray());
    }
    if (isNumber(one) && isNumber(other)) {
      return one.getAsBigDecimal().compareTo(other.getAsBigDecimal()) == 0;
    }
    return one.equals(other);
  }

  private static boolean equalObjects(JsonObject one, JsonObject other) {
    return one.keySet().equals(other.keySet())
        && one.keySet().stream().allMatch(name -> equal(one.get(name), other.get(name)));
  }

  private static boolean equalArrays(JsonArray one, JsonArray other) {
    if (one.size() != other.size()) {
      return false;
    }
    Iterator<JsonElement> others = other.iterator();
    for (JsonElement element : one) {
      if (!equal(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  static boolean isNumber(JsonElement value) {
    return value instanceof JsonPrimitive && ((JsonPrimitive) value).isNumber();
  }

  static boolean isString(JsonElement value) {
    return value instanceof JsonPrimitive && ((JsonPrimitive) value).isString();
  }

  static JsonArray numbers(List<Integer> numbers) {
    JsonArray array = new JsonArray();
    numbers.forEach(array::add);
    return array;
  }

  static List<Integer> integers(JsonElement array) {
    return array.getAsJsonArray().asList().stream().map(JsonElement::getAsInt).toList();
  }
}
