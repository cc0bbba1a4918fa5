package dev.pageone.client;

import dev.pageone.v1.Refusal;

/**
 * An action that the rules do not allow now. {@link #getLocalized()} is a sentence for the player.
 */
public final class RefusedException extends PageOneException {
  private static final long serialVersionUID = 1L;

  RefusedException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }

  /**
   * Why. Its name is {@link #getReason()}, also where this release does not know it.
   *
   * @return the refusal; {@code REFUSAL_UNSPECIFIED} for one that this release does not know
   */
  public Refusal getRefusal() {
    for (Refusal refusal : Refusal.values()) {
      if (refusal.name().equals(getReason())) {
        return refusal;
      }
    }
    return Refusal.REFUSAL_UNSPECIFIED;
  }
}
