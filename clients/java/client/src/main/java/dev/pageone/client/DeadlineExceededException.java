package dev.pageone.client;

/** The time was up before the answer came. */
public final class DeadlineExceededException extends PageOneException {
  private static final long serialVersionUID = 1L;

  DeadlineExceededException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
