package dev.pageone.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Patterns of answers, and requests with what was kept (tests/conformance/README.md). */
final class Pattern {
  private final Map<String, JsonElement> kept;
  private final Map<String, JsonElement> saved = new HashMap<>();

  private Pattern(Map<String, JsonElement> kept) {
    this.kept = kept;
  }

  /** Compares; what the pattern keeps is returned, a difference thrown. */
  static Map<String, JsonElement> match(
      JsonElement pattern, JsonElement value, Map<String, JsonElement> kept, String path) {
    Pattern matching = new Pattern(kept);
    matching.match(pattern, value, path);
    return matching.saved;
  }

  /** A request with its {@code $use} and {@code $repeat} filled in. */
  static JsonElement fill(JsonElement request, Map<String, JsonElement> kept) {
    if (request.isJsonArray()) {
      JsonArray filled = new JsonArray();
      request.getAsJsonArray().forEach(element -> filled.add(fill(element, kept)));
      return filled;
    }
    if (!request.isJsonObject()) {
      return request;
    }
    JsonObject object = request.getAsJsonObject();
    String operator = operatorOf(object);
    if (operator == null) {
      JsonObject filled = new JsonObject();
      object.asMap().forEach((name, value) -> filled.add(name, fill(value, kept)));
      return filled;
    }
    return switch (operator) {
      case "$use" -> used(object.get(operator).getAsString(), kept);
      case "$repeat" -> repeated(object.getAsJsonArray(operator), kept);
      default -> throw new ScenarioException(operator + " is no operator of a request");
    };
  }

  private static JsonArray repeated(JsonArray operand, Map<String, JsonElement> kept) {
    JsonElement element = fill(operand.get(1), kept);
    JsonArray filled = new JsonArray();
    for (int left = operand.get(0).getAsInt(); left > 0; left--) {
      filled.add(element);
    }
    return filled;
  }

  private static JsonElement used(String path, Map<String, JsonElement> kept) {
    JsonElement found = null;
    for (String part : path.split("\\.")) {
      if (found == null) {
        found = kept.get(part);
      } else if (found.isJsonArray()) {
        found = found.getAsJsonArray().get(Integer.parseInt(part));
      } else {
        found = found.getAsJsonObject().get(part);
      }
      if (found == null) {
        throw new ScenarioException("nothing was kept as " + path + ": no " + part);
      }
    }
    return found;
  }

  private static String operatorOf(JsonObject object) {
    for (String name : object.keySet()) {
      if (name.startsWith("$")) {
        if (object.size() > 1) {
          throw new ScenarioException(name + " is not alone in its object");
        }
        return name;
      }
    }
    return null;
  }

  private void match(JsonElement pattern, JsonElement value, String path) {
    if (pattern.isJsonObject() && operatorOf(pattern.getAsJsonObject()) != null) {
      String operator = operatorOf(pattern.getAsJsonObject());
      operate(operator, pattern.getAsJsonObject().get(operator), value, path);
    } else if (pattern.isJsonObject() && value.isJsonObject()) {
      some(pattern.getAsJsonObject(), value, path);
      for (String name : value.getAsJsonObject().keySet()) {
        if (!pattern.getAsJsonObject().has(name)) {
          JsonElement got = value.getAsJsonObject().get(name);
          throw new MismatchException(member(path, name), "nothing", text(got));
        }
      }
    } else if (pattern.isJsonArray() && value.isJsonArray()) {
      elements(pattern.getAsJsonArray(), value.getAsJsonArray(), path);
    } else if (!Json.equal(pattern, value)) {
      throw new MismatchException(path, text(pattern), text(value));
    }
  }

  private void elements(JsonArray pattern, JsonArray value, String path) {
    if (pattern.size() != value.size()) {
      throw new MismatchException(
          path, pattern.size() + " elements", value.size() + ": " + text(value));
    }
    for (int at = 0; at < value.size(); at++) {
      match(pattern.get(at), value.get(at), path + "[" + at + "]");
    }
  }

  private void operate(String operator, JsonElement operand, JsonElement value, String path) {
    switch (operator) {
      case "$any" -> any(operand);
      case "$save" -> saved.put(operand.getAsString(), value);
      case "$use" -> use(operand.getAsString(), value, path);
      case "$some" -> some(operand.getAsJsonObject(), value, path);
      case "$save_some" -> {
        some(operand.getAsJsonObject().getAsJsonObject("match"), value, path);
        saved.put(operand.getAsJsonObject().get("name").getAsString(), value);
      }
      case "$in_order" -> inOrder(operand.getAsJsonArray(), value, path);
      case "$text" -> language(operand.getAsString(), value, path);
      case "$length" -> length(operand.getAsJsonArray(), value, path);
      default -> throw new ScenarioException(operator + " is no operator of a pattern");
    }
  }

  private static void any(JsonElement operand) {
    if (!operand.equals(new JsonPrimitive(true))) {
      throw new ScenarioException("$any is written {\"$any\": true}");
    }
  }

  private void use(String name, JsonElement value, String path) {
    JsonElement wanted = used(name, kept);
    if (!Json.equal(wanted, value)) {
      throw new MismatchException(path, name + " = " + text(wanted), text(value));
    }
  }

  private void some(JsonObject members, JsonElement value, String path) {
    if (!value.isJsonObject()) {
      throw new MismatchException(path, "an object", text(value));
    }
    for (Map.Entry<String, JsonElement> entry : members.entrySet()) {
      JsonElement got = value.getAsJsonObject().get(entry.getKey());
      if (got == null) {
        throw new MismatchException(
            member(path, entry.getKey()), text(entry.getValue()), "nothing");
      }
      match(entry.getValue(), got, member(path, entry.getKey()));
    }
  }

  private void inOrder(JsonArray patterns, JsonElement value, String path) {
    if (!value.isJsonArray()) {
      throw new MismatchException(path, "an array", text(value));
    }
    Iterator<JsonElement> rest = value.getAsJsonArray().iterator();
    for (JsonElement pattern : patterns) {
      boolean found = false;
      while (!found && rest.hasNext()) {
        found = matches(pattern, rest.next());
      }
      if (!found) {
        throw new MismatchException(path, "in this order " + text(pattern), text(value));
      }
    }
  }

  private boolean matches(JsonElement pattern, JsonElement value) {
    try {
      match(pattern, value, "");
      return true;
    } catch (MismatchException different) {
      return false;
    }
  }

  private static void language(String language, JsonElement value, String path) {
    if (!language.equals("ja") && !language.equals("en")) {
      throw new ScenarioException("$text knows ja and en, not " + language);
    }
    boolean good = false;
    if (Json.isString(value)) {
      String text = value.getAsString();
      boolean japanese = text.codePoints().anyMatch(Pattern::isJapanese);
      good = language.equals("ja") ? japanese : !text.isEmpty() && !japanese;
    }
    if (!good) {
      throw new MismatchException(path, "a text in " + language, text(value));
    }
  }

  private static boolean isJapanese(int character) {
    return 0x3040 <= character && character <= 0x30FF
        || 0x3400 <= character && character <= 0x4DBF
        || 0x4E00 <= character && character <= 0x9FFF;
  }

  private static void length(JsonArray bounds, JsonElement value, String path) {
    int length;
    if (value.isJsonArray()) {
      length = value.getAsJsonArray().size();
    } else if (Json.isString(value)) {
      String text = value.getAsString();
      length = text.codePointCount(0, text.length());
    } else {
      throw new MismatchException(path, "a text or an array", text(value));
    }
    if (length < bounds.get(0).getAsInt() || length > bounds.get(1).getAsInt()) {
      throw new MismatchException(path, "a length in " + text(bounds), length + ": " + text(value));
    }
  }

  private static String member(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String text(JsonElement value) {
    return MismatchException.text(value);
  }
}
