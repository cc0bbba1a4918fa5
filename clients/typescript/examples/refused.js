import { actions, createClient, Refusal, RefusedError } from "pageone-client";

const client = createClient({ baseUrl: "https://cards.example", language: "ja" });
const game = await client.startGame("page_one", 3);
try {
  await game.act(actions.waive(game.seat));
} catch (error) {
  if (!(error instanceof RefusedError)) throw error;
  document.body.textContent = `${error.code} ${Refusal[error.refusal]} ${error.localized}`;
}
