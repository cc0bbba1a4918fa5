package dev.pageone.conformance;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pageone.client.PageOneClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code --scenarios FILE --address http://HOST:PORT --transport native}: a line of JSON for each
 * scenario. Exit status: 0 all passed, 1 some failed, 2 they could not be played, 3 no such
 * transport.
 */
public final class Main {
  private static final int FORMAT = 1;
  private static final String PLAINTEXT = "http://";

  private Main() {}

  /**
   * Plays the scenarios of a file.
   *
   * @param arguments see the class
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int at = 0; at + 1 < arguments.length; at += 2) {
      options.put(arguments[at], arguments[at + 1]);
    }
    String transport = options.getOrDefault("--transport", "native");
    String address = options.getOrDefault("--address", "");
    if (transport.equals("grpc-web")) {
      System.err.println("Java has no client for gRPC-Web: grpc-java speaks gRPC alone");
      return 3;
    }
    if (!transport.equals("native")) {
      return unplayable("--transport is native or grpc-web, not " + transport);
    }
    if (!address.startsWith(PLAINTEXT)) {
      return unplayable("--address is http://HOST:PORT, not '" + address + "'");
    }
    try {
      String text = Files.readString(Path.of(options.getOrDefault("--scenarios", "")));
      JsonObject file = JsonParser.parseString(text).getAsJsonObject();
      if (file.get("format").getAsInt() != FORMAT) {
        return unplayable("--scenarios: this runner plays format " + FORMAT);
      }
      return play(file, address.substring(PLAINTEXT.length())) ? 0 : 1;
    } catch (IOException | JsonParseException | IllegalStateException error) {
      return unplayable("--scenarios: " + error);
    }
  }

  private static int unplayable(String why) {
    System.err.println(why);
    return 2;
  }

  private static boolean play(JsonObject file, String address) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean passed = true;
    try (PageOneClient client = PageOneClient.builder(address).build()) {
      Runner runner = new Runner(client);
      for (JsonElement each : file.getAsJsonArray("scenarios")) {
        JsonObject scenario = each.getAsJsonObject();
        String message = runner.play(scenario);
        passed &= message.isEmpty();
        JsonObject line = new JsonObject();
        line.add("scenario", scenario.get("name"));
        line.addProperty("passed", message.isEmpty());
        line.addProperty("message", message);
        out.println(Json.text(line));
      }
    }
    return passed;
  }
}
