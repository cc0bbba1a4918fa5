import { useEffect, useRef } from 'preact/hooks';
import { type MatchView, Phase, RoundOutcome } from '../contract';
import { seatOf } from '../game/fold';
import { rounds, startRound } from '../game/session';
import { minus } from '../i18n/dictionary';
import { FairPlay } from './FairPlay';
import { again, another } from './leaving';
import { nameOf } from './person';
import { Badge } from './Seat';
import { Cards } from './Windows';
import { tableWords } from './words';

/** The end of a round, or of the match. */
export function Results({ view }: { view: MatchView }) {
  const words = tableWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOver = view.phase === Phase.MATCH_OVER;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section class="results" aria-labelledby="results-title" data-results={isOver ? 'match' : 'round'}>
      <h2 id="results-title" ref={heading} tabIndex={-1}>
        {isOver ? words.matchOver : words.roundOver(view.round)}
      </h2>
      {isOver && <Winners view={view} />}
      <RoundTable view={view} />
      {rounds.value.length > 1 && <ScoreTable view={view} />}
      {isOver && <FairPlay view={view} />}
      <div class="results-actions">
        {isOver ? (
          <>
            <button type="button" class="button primary" data-action="again" onClick={() => void again()}>
              {words.playAgain}
            </button>
            <button type="button" class="button" data-action="another" onClick={another}>
              {words.otherGame}
            </button>
          </>
        ) : (
          <button type="button" class="button primary" data-action="next-round" onClick={() => void startRound()}>
            {words.nextRound}
          </button>
        )}
      </div>
    </section>
  );
}

/** Equal scores share a rank (clause C11). */
export function ranked(view: MatchView): { seat: number; score: number; rank: number }[] {
  const scores = view.seats.map(({ score }, seat) => ({ seat, score }));
  return scores
    .map(({ seat, score }) => ({ seat, score, rank: 1 + scores.filter((other) => other.score > score).length }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

function Winners({ view }: { view: MatchView }) {
  const words = tableWords();
  const best = ranked(view).filter(({ rank }) => rank === 1);
  const isMine = best.length === 1 && best[0]?.seat === seatOf(view);
  return (
    <p class="winners">
      {isMine ? words.youWon : words.winners(best.map(({ seat }) => nameOf(view, seat)).join('・'))}
    </p>
  );
}

/** What the last round left and brought to each seat; best first. */
function RoundTable({ view }: { view: MatchView }) {
  const words = tableWords();
  const round = rounds.value.at(-1);
  if (!round) return null;
  const isVoid = round.outcome !== RoundOutcome.WON;
  const order = [...round.results].sort(
    (a, b) => (a.place || 99) - (b.place || 99) || b.points - a.points || a.seat - b.seat,
  );
  return (
    <>
      {isVoid && <p>{words.voidRound}</p>}
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.player}</th>
              <th scope="col" class="number">
                {words.pointsHead}
              </th>
              <th scope="col" class="number">
                {words.scoreHead}
              </th>
              <th scope="col">{words.leftOver}</th>
            </tr>
          </thead>
          <tbody>
            {order.map(({ seat, hand, place, points, score }) => (
              <tr key={seat} class={seat === seatOf(view) ? 'own' : ''}>
                <th scope="row">
                  <Badge seat={seat} /> {nameOf(view, seat)}
                </th>
                <td class="number">{signed(points)}</td>
                <td class="number">{minus(score)}</td>
                <td>{hand.length > 0 ? <Cards cards={hand} view={view} /> : place > 0 ? words.place(place) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : minus(points);
}

/** Points of every round, and the sum. */
export function ScoreTable({ view }: { view: MatchView }) {
  const words = tableWords();
  if (rounds.value.length === 0) return <p>{words.noRounds}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label={words.scoresTitle}>
      <table class="scores">
        <caption>{words.scoresTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{words.player}</th>
            {rounds.value.map((_, index) => (
              <th key={index} scope="col" class="number">
                {words.roundHead(index + 1)}
              </th>
            ))}
            <th scope="col" class="number">
              {words.totalHead}
            </th>
          </tr>
        </thead>
        <tbody>
          {ranked(view).map(({ seat, score, rank }) => (
            <tr key={seat} class={seat === seatOf(view) ? 'own' : ''}>
              <th scope="row">
                {rank}. {nameOf(view, seat)}
              </th>
              {rounds.value.map((round, index) => (
                <td key={index} class="number">
                  {signed(round.results[seat]?.points ?? 0)}
                </td>
              ))}
              <td class="number total">{minus(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
