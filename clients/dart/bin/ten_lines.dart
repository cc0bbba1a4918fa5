import 'package:grpc/grpc.dart';
import 'package:pageone_client/src/pageone/v1/action.pb.dart';
import 'package:pageone_client/src/pageone/v1/engine_service.pb.dart';
import 'package:pageone_client/src/pageone/v1/rules.pb.dart';
import 'package:pageone_client/src/pageone/v1/solo_service.pbgrpc.dart';
import 'package:pageone_client/src/pageone/v1/state.pb.dart';
import 'package:pageone_client/src/pageone/v1/view.pb.dart';

/// A whole match of one person, who does the first thing allowed, against three bots.
Future<void> main() async {
  final channel = ClientChannel(
    '127.0.0.1',
    port: 50051,
    options: const ChannelOptions(credentials: ChannelCredentials.insecure()),
  );
  final solo = SoloServiceClient(channel, options: CallOptions(timeout: const Duration(seconds: 5)));
  final started = await solo.startGame(
    StartGameRequest(rules: Rules(name: 'american_page_one'), seats: 4, bots: [Strength.STRENGTH_EASY]),
  );
  var (ticket, view) = (started.ticket, started.view);
  while (view.phase != Phase.PHASE_MATCH_OVER) {
    final request = ActRequest(ticket: ticket);
    if (view.phase == Phase.PHASE_ROUND_OVER) {
      request.action = Action(startRound: StartRound());
    } else if (isTurn(view)) {
      request.action = view.legal.actions.first;
    }
    final answer = await solo.act(request);
    (ticket, view) = (answer.ticket, answer.view);
  }
  for (final seat in view.seats) {
    print(seat.score);
  }
  await channel.shutdown();
}

/// Whether nothing goes on before the person acts; else an Act without an action lets the bots go on.
bool isTurn(MatchView view) => view.phase == Phase.PHASE_CLAIMS
    ? view.claims.awaited.contains(view.viewer.seat)
    : view.turn == view.viewer.seat;
