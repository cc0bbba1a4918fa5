import { useEffect, useLayoutEffect } from 'preact/hooks';
import { go } from '../app/router';
import { type MatchView, Phase } from '../contract';
import { seatOf } from '../game/fold';
import { hasGame, isBusy, isGone, record, resume, showing, shownHand, skip, view } from '../game/session';
import { Actions } from './Actions';
import { Centre } from './Centre';
import { watchChoice } from './choice';
import { Dialogs } from './dialogs';
import { fly } from './flights';
import { keepFocus } from './focus';
import { Hand } from './Hand';
import { onLetter } from './keys';
import { LogList, SpokenLog } from './Log';
import { again, another } from './leaving';
import { Notices } from './Notices';
import { nameOf, sentence } from './person';
import { Results, ScoreTable } from './Results';
import { Badge, Bubble, DealerMark, isToAct, Opponents } from './Seat';
import { Cards, Windows } from './Windows';
import { tableWords } from './words';
import './table.css';

watchChoice();

/** The table, or what there is instead of it. */
export function GamePage() {
  const words = tableWords();
  const isKept = hasGame.value;
  useEffect(() => {
    // Another tab may have given the game up, too.
    if (!isKept || !resume()) go('/');
  }, [isKept]);
  const seen = view.value;
  const isOpen = seen !== undefined && !isGone.value;
  return (
    <main
      id="main"
      class="table-page"
      tabIndex={-1}
      data-phase={seen ? Phase[seen.phase] : 'NONE'}
      data-busy={isBusy.value}
      data-round={seen?.round}
      data-version={seen?.version}
    >
      <Notices />
      {isGone.value && <Gone />}
      {!seen && !isGone.value && isKept && <p class="opening">{words.opening}</p>}
      {isOpen && <Table view={seen} />}
    </main>
  );
}

function Table({ view }: { view: MatchView }) {
  const words = tableWords();
  const event = showing.value;
  useLayoutEffect(() => {
    if (event) fly(event);
  }, [event]);
  useEffect(() => {
    document.addEventListener('keydown', onLetter);
    return () => document.removeEventListener('keydown', onLetter);
  }, []);
  const isFree = !isBusy.value;
  useEffect(() => {
    if (isFree) keepFocus();
  }, [isFree, view]);
  const isOver = (view.phase === Phase.ROUND_OVER || view.phase === Phase.MATCH_OVER) && !isBusy.value;
  return (
    <>
      <SpokenLog view={view} />
      <div class={`felt${isOver ? ' over' : ''}`}>
        <p class="round">{words.roundOf(view.round, view.rules?.rounds ?? 0)}</p>
        <Opponents view={view} />
        {isOver ? <Results view={view} /> : <Centre view={view} />}
        {!isOver && <ShownHand view={view} />}
        {!isOver && <Skip view={view} />}
        {!isOver && <Windows view={view} />}
      </div>
      {!isOver && (
        <div class={`mine${isToAct(view, seatOf(view)) ? ' acting' : ''}`}>
          <Me view={view} />
          <Hand view={view} />
          <Actions view={view} />
        </div>
      )}
      <aside class="side" aria-label={words.log}>
        <h2>{words.log}</h2>
        <LogList view={view} />
        <ScoreTable view={view} />
      </aside>
      <Dialogs />
    </>
  );
}

/** The hand that the person's challenge has brought to light. */
function ShownHand({ view }: { view: MatchView }) {
  const words = tableWords();
  const { value } = shownHand;
  if (!value || value.shownTo !== seatOf(view)) return null;
  return (
    <p class="shown-hand">
      {words.shownHand(nameOf(view, value.seat))} <Cards cards={value.cards} view={view} />
    </p>
  );
}

/** What happens now, in a line, and a way to skip to the end of it. */
function Skip({ view }: { view: MatchView }) {
  const words = tableWords();
  const event = showing.value;
  return (
    <div class="ticker">
      <span aria-hidden="true">{event && sentence(view, event, 'eye')}</span>
      {event && (
        <button type="button" class="button quiet" data-action="skip" onClick={skip}>
          {words.skip} ▸▸
        </button>
      )}
    </div>
  );
}

function Me({ view }: { view: MatchView }) {
  const words = tableWords();
  const seat = seatOf(view);
  const holder = view.seats[seat];
  if (!holder) return null;
  return (
    <div class={`me seat${isToAct(view, seat) ? ' acting' : ''}`} data-seat={seat}>
      <Badge seat={seat} />
      <span class="seat-name">
        {nameOf(view, seat)}
        <DealerMark view={view} seat={seat} />
      </span>
      <span class="seat-score">{words.score(holder.score)}</span>
      <span class="seat-count">
        {holder.left ? words.left : holder.place > 0 ? words.place(holder.place) : words.cards(holder.cards)}
      </span>
      <Bubble view={view} seat={seat} />
    </div>
  );
}

/** The kept ticket does not open any more. */
function Gone() {
  const words = tableWords();
  return (
    <section class="gone" data-gone="true">
      <h2>{words.goneTitle}</h2>
      <p>{words.gone}</p>
      <div class="results-actions">
        {record.value && (
          <button type="button" class="button primary" data-action="again" onClick={() => void again()}>
            {words.playAgain}
          </button>
        )}
        <button type="button" class="button" data-action="another" onClick={another}>
          {words.otherGame}
        </button>
      </div>
    </section>
  );
}
