package dev.pageone.client;

/** Too large, or too much at once; {@link #getRetryAfter()} says when trying again may help. */
public final class ResourceExhaustedException extends PageOneException {
  private static final long serialVersionUID = 1L;

  ResourceExhaustedException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }
}
