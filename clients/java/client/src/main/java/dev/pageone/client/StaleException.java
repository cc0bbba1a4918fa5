package dev.pageone.client;

/** An action that was made for another version of the state. */
public final class StaleException extends PageOneException {
  private static final long serialVersionUID = 1L;

  StaleException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }

  /**
   * The version that the state has.
   *
   * @return the version, from 0; 0 when something between left it out
   */
  public int getVersion() {
    try {
      return Integer.parseUnsignedInt(getMetadata().getOrDefault("version", "0"));
    } catch (NumberFormatException malformed) {
      return 0;
    }
  }
}
