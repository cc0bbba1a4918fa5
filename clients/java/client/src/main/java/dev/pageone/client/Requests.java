package dev.pageone.client;

import dev.pageone.v1.Action;
import dev.pageone.v1.ApplyActionRequest;
import dev.pageone.v1.CreateMatchRequest;
import dev.pageone.v1.GetViewRequest;
import dev.pageone.v1.ListLegalActionsRequest;
import dev.pageone.v1.MatchState;
import dev.pageone.v1.MatchView;
import dev.pageone.v1.Rules;
import dev.pageone.v1.StartGameRequest;
import dev.pageone.v1.Strength;
import dev.pageone.v1.SuggestActionRequest;
import dev.pageone.v1.Viewer;
import java.util.Arrays;

/** Requests from arguments. */
final class Requests {
  private Requests() {}

  static Rules preset(String name) {
    return Rules.newBuilder().setName(name).build();
  }

  static CreateMatchRequest createMatch(Rules rules, int seats, Viewer... viewers) {
    return CreateMatchRequest.newBuilder()
        .setRules(rules)
        .setSeats(seats)
        .addAllViewers(Arrays.asList(viewers))
        .build();
  }

  static ApplyActionRequest apply(MatchState state, Action action, Viewer... viewers) {
    return ApplyActionRequest.newBuilder()
        .setState(state)
        .setAction(action)
        .addAllViewers(Arrays.asList(viewers))
        .build();
  }

  static GetViewRequest view(MatchState state, Viewer viewer) {
    return GetViewRequest.newBuilder().setState(state).setViewer(viewer).build();
  }

  static ListLegalActionsRequest legalActions(MatchState state, int seat) {
    return ListLegalActionsRequest.newBuilder().setState(state).setSeat(seat).build();
  }

  static SuggestActionRequest suggest(MatchView view, Strength strength) {
    return SuggestActionRequest.newBuilder().setView(view).setStrength(strength).build();
  }

  static StartGameRequest startGame(Rules rules, int seats, int seat, Strength... bots) {
    return StartGameRequest.newBuilder()
        .setRules(rules)
        .setSeats(seats)
        .setSeat(seat)
        .addAllBots(Arrays.asList(bots))
        .build();
  }
}
