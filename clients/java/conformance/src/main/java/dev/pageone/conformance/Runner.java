package dev.pageone.conformance;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.pageone.client.Cards;
import dev.pageone.client.PageOneClient;
import dev.pageone.client.PageOneException;
import dev.pageone.v1.ActResponse;
import dev.pageone.v1.Card;
import dev.pageone.v1.EngineServiceGrpc;
import dev.pageone.v1.Event;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.RulesServiceGrpc;
import dev.pageone.v1.SoloServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Plays scenarios through the package, against the server of a client. */
final class Runner {
  private static final int DEFAULT_TIMEOUT_MS = 30_000;
  private static final JsonFormat.Printer PRINTER = JsonFormat.printer();
  private static final Map<String, MethodDescriptor<Message, Message>> METHODS =
      methods(
          EngineServiceGrpc.getServiceDescriptor(),
          RulesServiceGrpc.getServiceDescriptor(),
          SoloServiceGrpc.getServiceDescriptor());
  private static final Map<String, Message> DECODED =
      Map.of(
          "pageone.v1.Event", Event.getDefaultInstance(),
          "pageone.v1.MatchView", MatchView.getDefaultInstance(),
          "pageone.v1.ActResponse", ActResponse.getDefaultInstance());

  private final PageOneClient client;

  Runner(PageOneClient client) {
    this.client = client;
  }

  @SuppressWarnings("unchecked") // Every message of these services is one.
  private static Map<String, MethodDescriptor<Message, Message>> methods(
      ServiceDescriptor... services) {
    Map<String, MethodDescriptor<Message, Message>> methods = new HashMap<>();
    for (ServiceDescriptor service : services) {
      for (MethodDescriptor<?, ?> method : service.getMethods()) {
        methods.put(method.getFullMethodName(), (MethodDescriptor<Message, Message>) method);
      }
    }
    return methods;
  }

  /** What is wrong at the first step that fails; empty when none does. */
  String play(JsonObject scenario) {
    Map<String, JsonElement> kept = new HashMap<>();
    int number = 0;
    for (JsonElement step : scenario.getAsJsonArray("steps")) {
      try {
        kept.putAll(step(step.getAsJsonObject(), kept));
      } catch (MismatchException | ScenarioException different) {
        return "step " + number + ": " + different.getMessage();
      } catch (RuntimeException | InvalidProtocolBufferException error) {
        return "step " + number + ": " + error;
      }
      number++;
    }
    return "";
  }

  private Map<String, JsonElement> step(JsonObject step, Map<String, JsonElement> kept)
      throws InvalidProtocolBufferException {
    JsonElement expect = step.get("expect");
    if (step.has("call")) {
      return Pattern.match(expect, call(step, kept), kept, "");
    }
    if (step.has("decode")) {
      JsonObject decoded = decode(step);
      decoded.keySet().retainAll(expect.getAsJsonObject().keySet());
      return Pattern.match(expect, decoded, kept, "");
    }
    if (step.has("verify")) {
      JsonElement found =
          Verification.of(step.get("verify").getAsString(), step.getAsJsonObject("input"));
      return Pattern.match(expect, found, kept, "result");
    }
    if (step.has("cards")) {
      return Pattern.match(expect, cards(step.get("cards").getAsString()), kept, "cards");
    }
    throw new ScenarioException("no step: " + step.keySet());
  }

  private JsonObject call(JsonObject step, Map<String, JsonElement> kept)
      throws InvalidProtocolBufferException {
    MethodDescriptor<Message, Message> method = METHODS.get(step.get("call").getAsString());
    if (method == null) {
      throw new ScenarioException("no call: " + step.get("call"));
    }
    JsonElement filled = Pattern.fill(step.get("request"), kept);
    Message request = parse(Json.text(filled), prototype(method));
    int timeout = step.has("timeoutMs") ? step.get("timeoutMs").getAsInt() : DEFAULT_TIMEOUT_MS;
    JsonObject answer = new JsonObject();
    try {
      Message response =
          ClientCalls.blockingUnaryCall(
              channel(step),
              method,
              CallOptions.DEFAULT.withDeadlineAfter(timeout, TimeUnit.MILLISECONDS),
              request);
      answer.add("response", json(response));
    } catch (StatusRuntimeException error) {
      answer.add("error", Errors.json(PageOneException.of(error)));
    }
    return answer;
  }

  private Channel channel(JsonObject step) {
    Metadata headers = new Metadata();
    if (step.has("metadata")) {
      step.getAsJsonObject("metadata")
          .asMap()
          .forEach(
              (name, value) ->
                  headers.put(
                      Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER),
                      value.getAsString()));
    }
    return ClientInterceptors.intercept(
        client.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static Message prototype(MethodDescriptor<Message, Message> method) {
    MethodDescriptor.PrototypeMarshaller<Message> marshaller =
        (MethodDescriptor.PrototypeMarshaller<Message>) method.getRequestMarshaller();
    return marshaller.getMessagePrototype();
  }

  private static Message parse(String text, Message prototype)
      throws InvalidProtocolBufferException {
    Message.Builder request = prototype.newBuilderForType();
    JsonFormat.parser().merge(text, request);
    return request.build();
  }

  private static JsonElement json(Message message) throws InvalidProtocolBufferException {
    return JsonParser.parseString(PRINTER.print(message));
  }

  private static JsonObject decode(JsonObject step) throws InvalidProtocolBufferException {
    Message prototype = DECODED.get(step.get("decode").getAsString());
    if (prototype == null) {
      throw new ScenarioException("nothing decodes " + step.get("decode"));
    }
    byte[] bytes = Base64.getDecoder().decode(step.get("bytes").getAsString());
    Message message = prototype.getParserForType().parseFrom(bytes);
    JsonObject found = new JsonObject();
    found.add("json", json(message));
    found.add("kind", kind(message));
    return found;
  }

  private static JsonElement kind(Message message) {
    for (OneofDescriptor oneof : message.getDescriptorForType().getRealOneofs()) {
      FieldDescriptor field = message.getOneofFieldDescriptor(oneof);
      if (oneof.getName().equals("kind") && field != null) {
        return new JsonPrimitive(field.getName());
      }
    }
    return JsonNull.INSTANCE;
  }

  private static JsonElement cards(String text) {
    List<Card> cards = Cards.parse(text);
    String written = Cards.text(cards);
    if (!written.equals(text)) {
      throw new MismatchException("text", text, written);
    }
    return Verification.cards(cards);
  }
}
