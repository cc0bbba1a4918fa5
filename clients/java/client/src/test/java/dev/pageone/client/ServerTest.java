package dev.pageone.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.pageone.v1.Action;
import dev.pageone.v1.ApplyActionRequest;
import dev.pageone.v1.CreateMatchResponse;
import dev.pageone.v1.MatchState;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Phase;
import dev.pageone.v1.Refusal;
import dev.pageone.v1.Rules;
import dev.pageone.v1.Strength;
import dev.pageone.v1.Transcript;
import dev.pageone.v1.VerifyTranscriptRequest;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Against real servers, which tests/clients/test_java_package.py starts: one in plaintext, one with
 * TLS and keys.
 */
@Timeout(120)
@EnabledIfEnvironmentVariable(
    named = "PAGEONE_ADDRESS",
    matches = ".+",
    disabledReason = "run by tests/clients/test_java_package.py")
class ServerTest {
  private static final String ADDRESS = System.getenv("PAGEONE_ADDRESS");
  private static final String TLS_ADDRESS = System.getenv("PAGEONE_TLS_ADDRESS");
  private static final String MTLS_ADDRESS = System.getenv("PAGEONE_MTLS_ADDRESS");
  private static final String HOST_KEY = System.getenv("PAGEONE_HOST_KEY");
  private static final String APP_KEY = System.getenv("PAGEONE_APP_KEY");

  private static PageOneClient client() {
    return PageOneClient.builder(ADDRESS).build();
  }

  private static File file(String name) {
    return new File(System.getenv("PAGEONE_CERTIFICATES"), name);
  }

  private static Tls.Builder tls() throws IOException {
    return Tls.builder().authorities(file("ca.crt"));
  }

  @Test
  void aRoundBetweenBotsIsPlayedAndVerified() {
    try (PageOneClient client = client()) {
      CreateMatchResponse created =
          client.createMatch("page_one", 3, Viewers.seat(0), Viewers.spectator());
      assertEquals(2, created.getUpdatesCount());
      MatchState state = created.getState();
      Transcript.Builder transcript =
          Transcript.newBuilder()
              .setRules(state.getRules())
              .setSeats(3)
              .setSeed(state.getSeed())
              .setFirstDealer(state.getDealer())
              .setMatchId(state.getMatchId());
      OptionalInt due = Actions.due(client.view(state, Viewers.spectator()));
      while (due.isPresent()) {
        MatchView view = client.view(state, due.getAsInt());
        assertEquals(view.getLegal(), client.legalActions(state, due.getAsInt()));
        Action action = client.suggest(view, Strength.STRENGTH_NORMAL).get();
        transcript.addActions(action);
        state = client.apply(state, Actions.forVersion(action, view.getVersion())).getState();
        due = Actions.due(client.view(state, Viewers.spectator()));
      }
      assertEquals(Phase.PHASE_ROUND_OVER, state.getPhase());
      VerifyTranscriptRequest request =
          VerifyTranscriptRequest.newBuilder().setTranscript(transcript).setState(state).build();
      assertTrue(client.verify(request).getVerified());
    }
  }

  @Test
  void aGameAgainstBotsIsPlayedKeptAndCheckedAfterwards() {
    Rules rules = Rules.newBuilder().setName("imohori").build();
    try (PageOneClient client = client()) {
      SoloGame game = client.startGame(rules, 3, 1, Strength.STRENGTH_EASY);
      FirstDeal deal = FirstDeal.of(game.getView());
      assertEquals(1, game.getSeat());
      assertFalse(game.getEvents().isEmpty());
      while (!game.isOver()) {
        game = client.resumeGame(game.getTicket());
        if (game.isRoundOver()) {
          game.startRound();
        } else if (game.isTurn()) {
          game.act(game.getActions().get(0));
        } else {
          game.goOn();
        }
      }
      ByteString seed = game.getView().getSeed();
      assertEquals(Collections.emptySet(), deal.check(seed, Collections.emptyList()));
    }
  }

  @Test
  void aPersonMayLeave() {
    try (PageOneClient client = client()) {
      SoloGame game = client.startGame("page_one", 2, 0, Strength.STRENGTH_STAND_IN);
      game.leave();
      assertTrue(game.getView().getSeats(0).getLeft());
    }
  }

  @Test
  void aRefusalIsInTheClientsLanguage() {
    try (PageOneClient client = client()) {
      MatchState state = client.createMatch("page_one", 4).getState();
      int other = (state.getTurn() + 1) % 4;
      PageOneClient japanese = client.withLanguage("ja");
      RefusedException error =
          assertThrows(RefusedException.class, () -> japanese.apply(state, Actions.draw(other)));
      assertEquals(Refusal.REFUSAL_NOT_YOUR_TURN, error.getRefusal());
      assertEquals("ja", error.getLocale());
      assertTrue(error.getLocalized().codePoints().anyMatch(c -> c > 0x3000));
      assertFalse(error.getRequestId().isEmpty());
    }
  }

  @Test
  void aStaleActionAMalformedRequestAndABadTicketAreTold() {
    try (PageOneClient client = client()) {
      MatchState state = client.createMatch("american_page_one", 4).getState();
      Action late = Actions.forVersion(Actions.draw(state.getTurn()), 7);
      StaleException stale = assertThrows(StaleException.class, () -> client.apply(state, late));
      assertEquals(0, stale.getVersion());
      InvalidArgumentException malformed =
          assertThrows(InvalidArgumentException.class, () -> client.createMatch("page_one", 9));
      assertEquals("seats", malformed.getFaults().get(0).getField());
      InvalidArgumentException ticket =
          assertThrows(
              InvalidArgumentException.class,
              () -> client.resumeGame(ByteString.copyFromUtf8("no ticket")));
      assertEquals("TICKET_INVALID", ticket.getReason());
      assertThrows(
          UnimplementedException.class,
          () -> client.startGame("page_one", 2, 0, Strength.STRENGTH_HARD));
    }
  }

  @Test
  void manyActionsAreAppliedEachForItself() {
    try (PageOneClient client = client()) {
      MatchState state = client.createMatch("page_one", 4).getState();
      ApplyActionRequest.Builder request = ApplyActionRequest.newBuilder().setState(state);
      ApplyActionRequest refused =
          request.setAction(Actions.draw((state.getTurn() + 1) % 4)).build();
      assertEquals(
          Refusal.REFUSAL_NOT_YOUR_TURN,
          client.applyAll(Collections.singletonList(refused)).get(0).getError().getRefusal());
      assertEquals(4, client.allLegalActions(state).size());
    }
  }

  @Test
  void rulesAreToldInBothLanguages() {
    try (PageOneClient client = client()) {
      assertEquals(4, client.ruleSets().size());
      Rules rules = Rules.newBuilder().setName("page_one").build();
      String english = client.describeRules(rules, 4).getRuleSet().getSummary(0);
      String japanese =
          client.withLanguage("ja").describeRules(rules, 4).getRuleSet().getSummary(0);
      assertFalse(english.equals(japanese));
    }
  }

  @Test
  void callsAreFuturesToo() {
    try (PageOneClient client = client()) {
      assertEquals(4, client.async().ruleSets().join().getRuleSetsCount());
      Action nobody = Actions.draw(9);
      MatchState state = client.createMatch("page_one", 2).getState();
      Object failed =
          client
              .async()
              .apply(state, nobody)
              .handle((response, error) -> (Object) PageOneException.of(error))
              .join();
      assertEquals(InvalidArgumentException.class, failed.getClass());
    }
  }

  @Test
  void tlsWithAnAuthorityOfOnesOwnAndAToken() throws IOException {
    byte[] authorities = Files.readAllBytes(file("ca.crt").toPath());
    for (Tls tls :
        Arrays.asList(
            tls().build(),
            Tls.builder().authorities(new ByteArrayInputStream(authorities)).build())) {
      try (PageOneClient client =
          PageOneClient.builder(TLS_ADDRESS).tls(tls).token(HOST_KEY).build()) {
        assertEquals(4, client.createMatch("page_one", 4).getState().getSeatsCount());
      }
    }
  }

  @Test
  void whoMayNotIsToldWhy() throws IOException {
    PageOneClient.Builder builder = PageOneClient.builder(TLS_ADDRESS).tls(tls().build());
    try (PageOneClient client = builder.build()) {
      UnauthenticatedException error =
          assertThrows(UnauthenticatedException.class, client::ruleSets);
      assertEquals("TOKEN_MISSING", error.getReason());
    }
    try (PageOneClient client = builder.token(APP_KEY).build()) {
      PermissionDeniedException error =
          assertThrows(PermissionDeniedException.class, () -> client.createMatch("page_one", 4));
      assertEquals("SCOPE_MISSING", error.getReason());
      assertEquals("engine", error.getScope());
    }
  }

  @Test
  void aServerOfAnotherAuthorityOrNameIsNotSpokenTo() throws IOException {
    try (PageOneClient client = PageOneClient.builder(TLS_ADDRESS).tls().build()) {
      assertThrows(UnavailableException.class, client::ruleSets);
    }
    Tls other = tls().serverName("cards.example").build();
    try (PageOneClient client = PageOneClient.builder(TLS_ADDRESS).tls(other).build()) {
      assertThrows(UnavailableException.class, client::ruleSets);
    }
    Tls named = tls().serverName("localhost").build();
    String byNumber = TLS_ADDRESS.replace("localhost", "127.0.0.1");
    try (PageOneClient client = PageOneClient.builder(byNumber).tls(named).token(APP_KEY).build()) {
      assertEquals(4, client.ruleSets().size());
    }
  }

  @Test
  void aCertificateOfTheClientIsShown() throws IOException {
    Tls tls = tls().clientCertificate(file("client.crt"), file("client.key")).build();
    try (PageOneClient client = PageOneClient.builder(MTLS_ADDRESS).tls(tls).build()) {
      assertEquals(2, client.createMatch("page_one", 2).getState().getSeatsCount());
    }
    try (PageOneClient client = PageOneClient.builder(MTLS_ADDRESS).tls(tls().build()).build()) {
      assertThrows(UnavailableException.class, client::ruleSets);
    }
  }
}
