package dev.pageone.client;

/** The call was given up. */
public final class CancelledException extends PageOneException {
  private static final long serialVersionUID = 1L;

  CancelledException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
