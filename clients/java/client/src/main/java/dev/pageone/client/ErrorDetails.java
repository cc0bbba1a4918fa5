package dev.pageone.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came with a status: the messages of google/rpc/error_details.proto that the service sends.
 *
 * <p>They are read field by field, so that the full and the lite package do the same, and an
 * Android app does not get classes of google.rpc twice: Firebase brings its own.
 */
final class ErrorDetails {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final Metadata.Key<String> REQUEST_ID =
      Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

  final Status.Code code;
  final String message;
  String requestId = "";
  String reason = "";
  final Map<String, String> metadata = new LinkedHashMap<>();
  String locale = "";
  String localized = "";
  final List<Fault> faults = new ArrayList<>();
  Duration retryAfter;

  ErrorDetails(Status status, Metadata trailers) {
    code = status.getCode();
    message = status.getDescription() == null ? code.name() : status.getDescription();
    if (trailers == null) {
      return;
    }
    String id = trailers.get(REQUEST_ID);
    requestId = id == null ? "" : id;
    byte[] details = trailers.get(DETAILS);
    if (details != null) {
      readStatus(details);
    }
  }

  /** google.rpc.Status; bytes that are none leave what was read before them. */
  private void readStatus(byte[] bytes) {
    try {
      read(CodedInputStream.newInstance(bytes), (number, in) -> number == 3 && readAny(in));
    } catch (IOException malformed) {
      // The code and the sentence tell enough.
    }
  }

  /** google.protobuf.Any. */
  private boolean readAny(CodedInputStream in) throws IOException {
    String[] type = {""};
    byte[][] value = {{}};
    readMessage(
        in,
        (number, any) -> {
          if (number == 1) {
            type[0] = any.readString();
          } else if (number == 2) {
            value[0] = any.readByteArray();
          } else {
            return false;
          }
          return true;
        });
    FieldReader reader = readerOf(type[0].substring(type[0].lastIndexOf('/') + 1));
    if (reader != null) {
      read(CodedInputStream.newInstance(value[0]), reader);
    }
    return true;
  }

  private FieldReader readerOf(String type) {
    switch (type) {
      case "google.rpc.ErrorInfo":
        return this::readErrorInfo;
      case "google.rpc.LocalizedMessage":
        return this::readLocalizedMessage;
      case "google.rpc.BadRequest":
        return this::readBadRequest;
      case "google.rpc.RetryInfo":
        return this::readRetryInfo;
      default:
        return null;
    }
  }

  private boolean readErrorInfo(int number, CodedInputStream in) throws IOException {
    if (number == 1) {
      reason = in.readString();
    } else if (number == 3) {
      String[] entry = readStrings(in);
      metadata.put(entry[0], entry[1]);
    } else {
      return false;
    }
    return true;
  }

  private boolean readLocalizedMessage(int number, CodedInputStream in) throws IOException {
    if (number == 1) {
      locale = in.readString();
    } else if (number == 2) {
      localized = in.readString();
    } else {
      return false;
    }
    return true;
  }

  private boolean readBadRequest(int number, CodedInputStream in) throws IOException {
    if (number != 1) {
      return false;
    }
    String[] violation = readStrings(in);
    faults.add(new Fault(violation[0], violation[1]));
    return true;
  }

  private boolean readRetryInfo(int number, CodedInputStream in) throws IOException {
    if (number != 1) {
      return false;
    }
    long[] delay = new long[2];
    readMessage(
        in,
        (field, duration) -> {
          if (field != 1 && field != 2) {
            return false;
          }
          delay[field - 1] = duration.readInt64();
          return true;
        });
    // Not what no clock counts: it would be an exception instead of the error.
    if (delay[0] >= 0 && delay[0] <= Integer.MAX_VALUE) {
      retryAfter = Duration.ofSeconds(delay[0], delay[1]);
    }
    return true;
  }

  /** A message whose fields 1 and 2 are texts: an entry of a map, a violation. */
  private static String[] readStrings(CodedInputStream in) throws IOException {
    String[] texts = {"", ""};
    readMessage(
        in,
        (number, message) -> {
          if (number != 1 && number != 2) {
            return false;
          }
          texts[number - 1] = message.readString();
          return true;
        });
    return texts;
  }

  private static void readMessage(CodedInputStream in, FieldReader reader) throws IOException {
    read(CodedInputStream.newInstance(in.readByteArray()), reader);
  }

  private static void read(CodedInputStream in, FieldReader reader) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (!reader.read(WireFormat.getTagFieldNumber(tag), in) && !in.skipField(tag)) {
        throw new InvalidProtocolBufferException("a group that was not begun");
      }
    }
  }

  /** Reads the field of that number and says so, or leaves it to be skipped. */
  private interface FieldReader {
    boolean read(int number, CodedInputStream in) throws IOException;
  }
}
