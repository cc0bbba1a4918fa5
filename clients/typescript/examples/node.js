import { createClient } from "pageone-client/node";

const client = createClient({ baseUrl: "http://127.0.0.1:50051" });
const game = await client.startGame("american_page_one", 4, { bots: "easy" });
while (!game.isOver) {
  if (game.isRoundOver) await game.startRound();
  else if (game.isTurn) await game.act(game.actions[0]);
  else await game.goOn();
}
console.log(game.view.seats.map((seat) => seat.score));
client.close();
