import dev.pageone.client.PageOneClient;
import dev.pageone.v1.Strength;

/** A whole match of one person, who does the first thing allowed, against three bots. */
public class TenLines {
  public static void main(String[] arguments) {
    try (var client = PageOneClient.builder("127.0.0.1:50051").build()) {
      var game = client.startGame("american_page_one", 4, 0, Strength.STRENGTH_EASY);
      while (!game.isOver()) {
        if (game.isRoundOver()) {
          game.startRound();
        } else if (game.isTurn()) {
          game.act(game.getActions().get(0));
        } else {
          game.goOn();
        }
      }
      game.getView().getSeatsList().forEach(seat -> System.out.println(seat.getScore()));
    }
  }
}
