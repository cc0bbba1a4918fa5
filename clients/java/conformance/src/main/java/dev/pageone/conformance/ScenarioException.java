package dev.pageone.conformance;

/** A scenario that this runner cannot play. */
final class ScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScenarioException(String message) {
    super(message);
  }
}
