package dev.pageone.client;

/** The server cannot be reached, after all tries. */
public final class UnavailableException extends PageOneException {
  private static final long serialVersionUID = 1L;

  UnavailableException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
