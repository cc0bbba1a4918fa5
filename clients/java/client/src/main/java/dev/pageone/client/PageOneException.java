package dev.pageone.client;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call that ended without an answer. {@link #getMessage()} is the server's sentence, in English.
 *
 * <p>There is a class for each way to end; this one itself is for codes that the service does not
 * use:
 *
 * <ul>
 *   <li>{@link InvalidArgumentException}: malformed; {@link #getFaults()}
 *   <li>{@link RefusedException}: against the rules; its {@code getRefusal()} says why
 *   <li>{@link StaleException}: the action was made for another version
 *   <li>{@link ResourceExhaustedException}: too large, or too much at once
 *   <li>{@link UnimplementedException}: this release does not have it
 *   <li>{@link UnauthenticatedException}: the token is missing, or not valid there
 *   <li>{@link PermissionDeniedException}: the caller may not do this
 *   <li>{@link DeadlineExceededException}, {@link CancelledException}
 *   <li>{@link UnavailableException}: the server cannot be reached, after all tries
 *   <li>{@link InternalException}: the server's fault
 * </ul>
 */
public class PageOneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status.Code code;
  private final String requestId;
  private final String reason;
  private final LinkedHashMap<String, String> metadata;
  private final String locale;
  private final String localized;
  private final ArrayList<Fault> faults;
  private final Duration retryAfter;

  PageOneException(ErrorDetails details, Throwable cause) {
    super(details.message, cause);
    code = details.code;
    requestId = details.requestId;
    reason = details.reason;
    metadata = new LinkedHashMap<>(details.metadata);
    locale = details.locale;
    localized = details.localized;
    faults = new ArrayList<>(details.faults);
    retryAfter = details.retryAfter;
  }

  /**
   * What gRPC threw, as one of these exceptions: for calls that are made with stubs.
   *
   * @param error thrown by a stub or given to an observer; its causes are looked at, too
   * @return the exception for its status; of the code {@code UNKNOWN} when it has none
   */
  public static PageOneException of(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof PageOneException) {
        return (PageOneException) each;
      }
      if (each instanceof StatusRuntimeException) {
        StatusRuntimeException found = (StatusRuntimeException) each;
        return of(found.getStatus(), found.getTrailers(), found);
      }
      if (each instanceof StatusException) {
        StatusException found = (StatusException) each;
        return of(found.getStatus(), found.getTrailers(), found);
      }
    }
    return of(Status.fromThrowable(error), null, error);
  }

  private static PageOneException of(Status status, Metadata trailers, Throwable cause) {
    ErrorDetails details = new ErrorDetails(status, trailers);
    switch (details.code) {
      case INVALID_ARGUMENT:
        return new InvalidArgumentException(details, cause);
      case FAILED_PRECONDITION:
        return new RefusedException(details, cause);
      case ABORTED:
        return new StaleException(details, cause);
      case RESOURCE_EXHAUSTED:
        return new ResourceExhaustedException(details, cause);
      case UNIMPLEMENTED:
        return new UnimplementedException(details, cause);
      case UNAUTHENTICATED:
        return new UnauthenticatedException(details, cause);
      case PERMISSION_DENIED:
        return new PermissionDeniedException(details, cause);
      case DEADLINE_EXCEEDED:
        return new DeadlineExceededException(details, cause);
      case CANCELLED:
        return new CancelledException(details, cause);
      case UNAVAILABLE:
        return new UnavailableException(details, cause);
      case INTERNAL:
        return new InternalException(details, cause);
      default:
        return new PageOneException(details, cause);
    }
  }

  /**
   * The code of the status.
   *
   * @return gRPC's code
   */
  public final Status.Code getCode() {
    return code;
  }

  /**
   * What the server's log knows the call by.
   *
   * @return the id; empty when the server was not reached
   */
  public final String getRequestId() {
    return requestId;
  }

  /**
   * The reason of the ErrorInfo, such as {@code REFUSAL_NO_MATCH}, {@code STALE_ACTION} or {@code
   * TICKET_INVALID}.
   *
   * @return the reason; empty where there is none
   */
  public final String getReason() {
    return reason;
  }

  /**
   * The metadata of the ErrorInfo.
   *
   * @return names and values, not to be changed; empty where there are none
   */
  public final Map<String, String> getMetadata() {
    return Collections.unmodifiableMap(metadata);
  }

  /**
   * The language of {@link #getLocalized()}.
   *
   * @return {@code ja} or {@code en}; empty where the server sent no localized message
   */
  public final String getLocale() {
    return locale;
  }

  /**
   * A sentence for people in the client's language.
   *
   * @return the localized message; where the server sent none, the same as {@link #getMessage()}
   */
  public final String getLocalized() {
    return localized.isEmpty() ? getMessage() : localized;
  }

  /**
   * Everything that was found to be wrong with the request.
   *
   * @return the faults, in the server's order, not to be changed; empty where there are none
   */
  public final List<Fault> getFaults() {
    return Collections.unmodifiableList(faults);
  }

  /**
   * After which time trying again may help.
   *
   * @return the time; empty when the server did not say so
   */
  public final Optional<Duration> getRetryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
