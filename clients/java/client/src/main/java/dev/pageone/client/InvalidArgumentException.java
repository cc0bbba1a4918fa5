package dev.pageone.client;

/** A malformed request: {@link #getFaults()} are all that were found. */
public final class InvalidArgumentException extends PageOneException {
  private static final long serialVersionUID = 1L;

  InvalidArgumentException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
