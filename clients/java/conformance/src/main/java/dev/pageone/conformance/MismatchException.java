package dev.pageone.conformance;

import com.google.gson.JsonElement;

/** Something came that was not wanted: where, and both. */
final class MismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 300;

  MismatchException(String path, String wanted, String got) {
    super(path + ": wanted " + wanted + ", got " + got);
  }

  /** JSON for a message, cut where it is long. */
  static String text(JsonElement value) {
    String text = Json.text(value);
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
