package dev.pageone.client;

/** The caller may not do this. */
public final class PermissionDeniedException extends PageOneException {
  private static final long serialVersionUID = 1L;

  PermissionDeniedException(ErrorDetails details, Throwable cause) {
    super(details, cause);
  }

  /**
   * The scope that the caller's token would need.
   *
   * @return the scope; empty: no token helps
   */
  public String getScope() {
    return getMetadata().getOrDefault("scope", "");
  }
}
