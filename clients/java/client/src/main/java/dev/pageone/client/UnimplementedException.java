package dev.pageone.client;

/** The server does not have this yet. */
public final class UnimplementedException extends PageOneException {
  private static final long serialVersionUID = 1L;

  UnimplementedException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
