package dev.pageone.client;

import java.io.Serializable;

/** One thing that is wrong with a request. */
public final class Fault implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String description;

  Fault(String field, String description) {
    this.field = field;
    this.description = description;
  }

  /**
   * The path of the field, such as {@code rules.american_page_one.evasion}.
   *
   * @return the path
   */
  public String getField() {
    return field;
  }

  /**
   * A sentence that says what is wrong.
   *
   * @return the sentence
   */
  public String getDescription() {
    return description;
  }

  @Override
  public String toString() {
    return field + ": " + description;
  }
}
