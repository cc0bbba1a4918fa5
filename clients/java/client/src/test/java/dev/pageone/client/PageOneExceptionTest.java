package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.DebugInfo;
import com.google.rpc.ErrorInfo;
import com.google.rpc.LocalizedMessage;
import com.google.rpc.RetryInfo;
import dev.pageone.v1.Refusal;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class PageOneExceptionTest {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static StatusRuntimeException thrown(Status status, Message... details) {
    com.google.rpc.Status.Builder all =
        com.google.rpc.Status.newBuilder()
            .setCode(status.getCode().value())
            .setMessage("in English");
    for (Message each : details) {
      all.addDetails(Any.pack(each));
    }
    Metadata trailers = new Metadata();
    trailers.put(DETAILS, all.build().toByteArray());
    trailers.put(Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER), "r-1");
    return status.withDescription("in English").asRuntimeException(trailers);
  }

  private static ErrorInfo info(String reason, String... entry) {
    ErrorInfo.Builder info = ErrorInfo.newBuilder().setReason(reason).setDomain("pageone.v1");
    return entry.length == 0
        ? info.build()
        : info.putMetadata(entry[0], entry[1]).putMetadata("other", "").build();
  }

  @Test
  void everyDetailThatGooglesMessagesCarryIsRead() {
    PageOneException error =
        PageOneException.of(
            thrown(
                Status.INVALID_ARGUMENT,
                DebugInfo.newBuilder().setDetail("unknown to this client").build(),
                info("TICKET_INVALID", "scope", "solo"),
                LocalizedMessage.newBuilder().setLocale("ja").setMessage("だめ").build(),
                BadRequest.newBuilder()
                    .addFieldViolations(violation("seats", "2 to 8"))
                    .addFieldViolations(violation("seed", "32 bytes"))
                    .build(),
                RetryInfo.newBuilder()
                    .setRetryDelay(
                        com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(500_000))
                    .build()));
    assertInstanceOf(InvalidArgumentException.class, error);
    assertEquals(Status.Code.INVALID_ARGUMENT, error.getCode());
    assertEquals("in English", error.getMessage());
    assertEquals("r-1", error.getRequestId());
    assertEquals("TICKET_INVALID", error.getReason());
    assertEquals("solo", error.getMetadata().get("scope"));
    assertEquals("", error.getMetadata().get("other"));
    assertEquals("ja", error.getLocale());
    assertEquals("だめ", error.getLocalized());
    assertEquals("[seats: 2 to 8, seed: 32 bytes]", error.getFaults().toString());
    assertEquals(Duration.ofSeconds(1, 500_000), error.getRetryAfter().get());
  }

  private static BadRequest.FieldViolation violation(String field, String description) {
    return BadRequest.FieldViolation.newBuilder()
        .setField(field)
        .setDescription(description)
        .setReason("A_FIELD_OF_A_LATER_RELEASE")
        .build();
  }

  @Test
  void aRefusalThatThisReleaseDoesNotKnowKeepsItsName() {
    RefusedException known = refused("REFUSAL_NO_MATCH");
    assertEquals(Refusal.REFUSAL_NO_MATCH, known.getRefusal());
    assertEquals("in English", known.getLocalized());
    RefusedException unknown = refused("REFUSAL_OF_A_LATER_RELEASE");
    assertEquals(Refusal.REFUSAL_UNSPECIFIED, unknown.getRefusal());
    assertEquals("REFUSAL_OF_A_LATER_RELEASE", unknown.getReason());
  }

  private static RefusedException refused(String reason) {
    return assertInstanceOf(
        RefusedException.class,
        PageOneException.of(thrown(Status.FAILED_PRECONDITION, info(reason))));
  }

  @Test
  void malformedDetailsAreLeftOut() {
    for (String version : new String[] {"abc", "-1", "", "99999999999999"}) {
      PageOneException stale =
          PageOneException.of(thrown(Status.ABORTED, info("STALE_ACTION", "version", version)));
      assertEquals(0, assertInstanceOf(StaleException.class, stale).getVersion());
    }
    for (long seconds : new long[] {-5, Long.MIN_VALUE, Long.MAX_VALUE}) {
      RetryInfo.Builder retry = RetryInfo.newBuilder();
      retry.getRetryDelayBuilder().setSeconds(seconds).setNanos(2_000_000_000);
      PageOneException busy = PageOneException.of(thrown(Status.RESOURCE_EXHAUSTED, retry.build()));
      assertInstanceOf(ResourceExhaustedException.class, busy);
      assertEquals(Optional.empty(), busy.getRetryAfter());
    }
  }

  @Test
  void aStaleActionTellsTheVersionZeroToo() {
    PageOneException stale =
        PageOneException.of(thrown(Status.ABORTED, info("STALE_ACTION", "version", "0")));
    assertEquals(0, assertInstanceOf(StaleException.class, stale).getVersion());
  }

  @Test
  void everyCodeHasItsClass() {
    assertInstanceOf(InvalidArgumentException.class, of(Status.INVALID_ARGUMENT));
    assertInstanceOf(RefusedException.class, of(Status.FAILED_PRECONDITION));
    assertInstanceOf(StaleException.class, of(Status.ABORTED));
    assertInstanceOf(ResourceExhaustedException.class, of(Status.RESOURCE_EXHAUSTED));
    assertInstanceOf(UnimplementedException.class, of(Status.UNIMPLEMENTED));
    assertInstanceOf(UnauthenticatedException.class, of(Status.UNAUTHENTICATED));
    assertInstanceOf(PermissionDeniedException.class, of(Status.PERMISSION_DENIED));
    assertInstanceOf(DeadlineExceededException.class, of(Status.DEADLINE_EXCEEDED));
    assertInstanceOf(CancelledException.class, of(Status.CANCELLED));
    assertInstanceOf(UnavailableException.class, of(Status.UNAVAILABLE));
    assertInstanceOf(InternalException.class, of(Status.INTERNAL));
    assertSame(PageOneException.class, of(Status.DATA_LOSS).getClass());
  }

  private static PageOneException of(Status status) {
    PageOneException error = PageOneException.of(status.asException());
    assertEquals(status.getCode().name(), error.getMessage());
    assertTrue(error.getMetadata().isEmpty());
    return error;
  }

  @Test
  void whatWrapsAnErrorIsUnwrapped() {
    PageOneException error = of(Status.INTERNAL);
    assertSame(error, PageOneException.of(new ExecutionException(error)));
    PageOneException wrapped =
        PageOneException.of(new ExecutionException(thrown(Status.CANCELLED, info("A"))));
    assertInstanceOf(CancelledException.class, wrapped);
    assertEquals(
        Status.Code.UNKNOWN, PageOneException.of(new IllegalStateException("x")).getCode());
  }

  @Test
  void detailsThatAreNoneDoNotHideTheCode() {
    for (byte[] bytes :
        new byte[][] {{}, {0x1a}, {0x1a, 0x7f, 1}, {0x1a, 2, 0x12, 9}, {(byte) 0x9c}}) {
      Metadata trailers = new Metadata();
      trailers.put(DETAILS, bytes);
      PageOneException error =
          PageOneException.of(Status.ABORTED.withDescription("sentence").asException(trailers));
      assertInstanceOf(StaleException.class, error);
      assertEquals("sentence", error.getMessage());
      assertEquals(Collections.emptyMap(), error.getMetadata());
    }
  }
}
