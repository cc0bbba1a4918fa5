package dev.pageone.client;

/** The server's own fault: tell its operator the {@link #getRequestId() request id}. */
public final class InternalException extends PageOneException {
  private static final long serialVersionUID = 1L;

  InternalException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
