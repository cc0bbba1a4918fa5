import { createClient } from "pageone-client";

const client = createClient({ baseUrl: "https://cards.example" });
const game = await client.startGame("american_page_one", 4, { bots: "easy" });
while (!game.isOver) {
  if (game.isRoundOver) await game.startRound();
  else if (game.isTurn) await game.act(game.actions[0]);
  else await game.goOn();
}
document.body.textContent = game.view.seats.map((seat) => seat.score).join(" ");
