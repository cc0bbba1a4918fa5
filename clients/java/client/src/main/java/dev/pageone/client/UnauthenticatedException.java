package dev.pageone.client;

/**
 * The server does not know who calls: the reason is {@code TOKEN_MISSING} or {@code TOKEN_INVALID}.
 */
public final class UnauthenticatedException extends PageOneException {
  private static final long serialVersionUID = 1L;

  UnauthenticatedException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
