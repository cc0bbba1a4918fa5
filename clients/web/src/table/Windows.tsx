import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { language, thinking } from '../app/settings';
import { CardFace } from '../cards/CardFace';
import { ascending, cardName, cardShort } from '../cards/cards';
import { powerOf } from '../cards/powers';
import { type Card, DobonReturn, type DobonRules, type MatchView, Offense } from '../contract';
import { seatOf } from '../game/fold';
import { type CallOutAction, callOuts, isListed, type Moment, momentOf, thinkingSeconds } from '../game/moment';
import { isBusy, notice } from '../game/session';
import { callDobon, callOut, challengeJoker, proceed, waiveClaim } from './doing';
import { isLookedAt, isPaused, isPlacingFocus } from './pauses';
import { nameOf } from './person';
import { tableWords } from './words';

/** A window that is open for less than this does not spread itself. */
const SHORT_SECONDS = 1;

/** What can be said about the last play: call-outs, claims, returns, a challenge. And going on. */
export function Windows({ view }: { view: MatchView }) {
  const moment = momentOf(view);
  const outs = callOuts(view);
  const challengeable = isListed(view, 'challenge');
  const seconds = useGoingOn(view, moment);
  if (isBusy.value || moment === 'roundOver' || moment === 'matchOver') return null;
  if (moment === 'watch' || (moment === 'turn' && outs.length === 0 && !challengeable)) return null;
  const isPassing = moment === 'callOut' && seconds !== undefined && seconds < SHORT_SECONDS;
  if (!challengeable && (moment === 'turn' || isPassing)) {
    // The person has a card to play, or the moment will be over soon: no more than a line.
    return (
      <Panel moment={moment} isUrgent={false}>
        <div class="window-row window-end">
          <Title view={view} moment={moment} />
          <LastPlay view={view} isShort />
          <CallOuts view={view} outs={outs} isShort />
          {moment !== 'turn' && <GoOn moment={moment} seconds={seconds} />}
        </div>
      </Panel>
    );
  }
  return (
    <Panel moment={moment} isUrgent>
      <div class="window-row">
        <Title view={view} moment={moment} />
        <LastPlay view={view} />
      </div>
      {moment === 'answer' && <Laid view={view} />}
      {challengeable && <Challenge view={view} />}
      <div class="window-row window-end">
        {outs.length > 0 && <CallOuts view={view} outs={outs} />}
        {moment === 'answer' && <Dobon view={view} />}
        {moment !== 'turn' && <GoOn moment={moment} seconds={seconds} />}
      </div>
    </Panel>
  );
}

/** Whoever moves to the panel, by pointer or by keyboard, is thinking: the clock stands. A pointer that only rests there is not. */
function Panel(props: { moment: Moment; isUrgent: boolean; children: ComponentChildren }) {
  useEffect(
    () => () => {
      isLookedAt.value = false;
    },
    [],
  );
  return (
    <section
      class={`window${props.isUrgent ? ' urgent' : ''}`}
      aria-labelledby="window-title"
      data-window={props.moment}
      onPointerMove={(event) => {
        if (event.movementX !== 0 || event.movementY !== 0) isLookedAt.value = true;
      }}
      onPointerLeave={() => {
        isLookedAt.value = false;
      }}
      onFocusIn={() => {
        if (!isPlacingFocus.peek()) isLookedAt.value = true;
      }}
      onFocusOut={() => {
        isLookedAt.value = false;
      }}
    >
      {props.children}
    </section>
  );
}

/** Goes on when the person has had its time. The seconds it gets; undefined: as long as it likes. */
function useGoingOn(view: MatchView, moment: Moment): number | undefined {
  const isStopped = isBusy.value || notice.value?.kind === 'failed';
  const seconds = isStopped ? undefined : thinkingSeconds(view, moment, thinking.value);
  const paused = isPaused.value;
  useEffect(() => {
    if (seconds === undefined || paused) return;
    const timer = setTimeout(proceed, seconds * 1000);
    return () => clearTimeout(timer);
  }, [view, seconds, paused]);
  return seconds;
}

function Title({ view, moment }: { view: MatchView; moment: Moment }) {
  const words = tableWords();
  return (
    <div role="status">
      <h2 id="window-title" class="window-title">
        {titleOf(view, moment, words)}
      </h2>
    </div>
  );
}

function titleOf(view: MatchView, moment: Moment, words: ReturnType<typeof tableWords>): string {
  const name = nameOf(view, view.lastPlay?.seat ?? view.turn);
  if (moment !== 'answer') return words.callOutTitle(name);
  if ((view.claims?.level ?? 1) > 1) return words.returnTitle;
  if (view.lastPlay?.starter) return words.starterTitle;
  return isFinish(view) ? words.finishTitle(name) : words.claimTitle(name);
}

function isFinish(view: MatchView): boolean {
  return view.lastPlay !== undefined && view.seats[view.lastPlay.seat]?.cards === 0;
}

/** The play as everybody saw it. */
function LastPlay({ view, isShort = false }: { view: MatchView; isShort?: boolean }) {
  const words = tableWords();
  const play = view.lastPlay;
  if (!play) return null;
  const { penultimate = '', last = '' } = view.rules?.calls ?? {};
  const word = play.call === 1 ? penultimate : play.call === 2 ? last : '';
  return (
    <p class="last-play">
      {!isShort && <Cards cards={play.cards} view={view} />}
      <span>
        {!play.starter &&
          `${word ? words.withCall(word) : words.noCall} · ${words.cardsLeft(view.seats[play.seat]?.cards ?? 0)}`}
      </span>
    </p>
  );
}

/** A row of small cards. */
export function Cards({ cards, view }: { cards: readonly Card[]; view: MatchView }) {
  return (
    <span class="small-cards">
      {cards.map((card, index) => (
        <span key={`${index}-${card}`} class="small-card" role="img" aria-label={cardName(card, language.value)}>
          <CardFace card={card} power={powerOf(card, view.rules)} />
        </span>
      ))}
    </span>
  );
}

function CallOuts(props: { view: MatchView; outs: CallOutAction[]; isShort?: boolean }) {
  const { view, outs, isShort = false } = props;
  const words = tableWords();
  const price = view.rules?.penalties?.falseCallOut ?? 0;
  return (
    <div class="call-outs">
      {!isShort && (
        <span>
          {words.callOutLead} {price > 0 && words.falseCosts(price)}
        </span>
      )}
      {outs.map((action) => {
        const { offender, offense } = action.kind.value;
        const name = nameOf(view, offender);
        const what = offense === Offense.MISSED_CALL ? words.missedCall : words.illegalPlay;
        return (
          <button
            type="button"
            key={`${offender}-${offense}`}
            class="button call-out"
            data-offense={offense}
            data-offender={offender}
            aria-label={words.callOutBy(what, name)}
            onClick={() => void callOut(action)}
          >
            {what}
          </button>
        );
      })}
    </div>
  );
}

function Challenge({ view }: { view: MatchView }) {
  const words = tableWords();
  return (
    <div class="window-row">
      <span class="window-lead">{words.challengeLead(nameOf(view, view.lastPlay?.seat ?? view.turn))}</span>
      <button type="button" class="button" data-action="challenge" onClick={() => void challengeJoker()}>
        {words.challenge}
      </button>
    </div>
  );
}

/** The hands that were laid down, and what makes a dobon. */
function Laid({ view }: { view: MatchView }) {
  const words = tableWords();
  if (!dobonRules(view)?.enabled) return null;
  return (
    <>
      {view.claims?.dobons.map((dobon) => (
        <p key={`${dobon.level}-${dobon.seat}`} class="last-play">
          <Cards cards={dobon.cards} view={view} />
          <span>
            {words.laid(nameOf(view, dobon.seat))} {dobon.void && words.struck}
          </span>
        </p>
      ))}
      <p class="window-hint">{words.dobonSum}</p>
    </>
  );
}

function dobonRules(view: MatchView): DobonRules | undefined {
  const game = view.rules?.game;
  return game?.case === 'americanPageOne' ? game.value.dobon : undefined;
}

/** Dobon and its return. The button is there for whoever may answer: whether the hand makes it is for the person to see. */
function Dobon({ view }: { view: MatchView }) {
  const words = tableWords();
  const [last, setLast] = useState<Card>();
  const rules = dobonRules(view);
  if (!rules?.enabled) return null;
  const isReturn = (view.claims?.level ?? 1) > 1;
  const isChoice = rules.dobonReturn === DobonReturn.LAST_LAID && view.hand.length > 1;
  const targets = isReturn ? returnTargets(view) : [view.turn];
  const lay = (against: number) => callDobon(against, last === undefined ? [] : laidLast(view.hand, last));
  return (
    <div class="call-outs">
      {isChoice && (
        <label class="dobon-last">
          {words.dobonLast}{' '}
          <select onChange={(event) => setLast(Number(event.currentTarget.value) || undefined)}>
            <option value="0">{cardShort(view.hand.at(-1) ?? 0)}</option>
            {[...new Set(view.hand.slice(0, -1))].map((card) => (
              <option key={card} value={card}>
                {cardShort(card)}
              </option>
            ))}
          </select>
        </label>
      )}
      {targets.map((against) => (
        <button
          type="button"
          key={against}
          class="button dobon-button"
          data-action="dobon"
          data-against={against}
          onClick={() => void lay(against)}
        >
          {isReturn ? words.dobonReturn(nameOf(view, against)) : words.dobon}
        </button>
      ))}
    </div>
  );
}

/** Whom a return may strike: claimants of the level before (A26); under CONTESTED one claim stands for all. */
function returnTargets(view: MatchView): number[] {
  const { claims } = view;
  const standing = (claims?.dobons ?? []).filter(
    ({ level, void: isVoid }) => level === (claims?.level ?? 0) - 1 && !isVoid,
  );
  const seats = standing.map(({ seat }) => seat).filter((seat) => seat !== seatOf(view));
  const isContested = dobonRules(view)?.dobonReturn === DobonReturn.CONTESTED;
  return isContested ? seats.sort((a, b) => a - b).slice(0, 1) : seats;
}

function laidLast(hand: readonly Card[], last: Card): Card[] {
  const rest = ascending(hand);
  rest.splice(rest.indexOf(last), 1);
  return [...rest, last];
}

function GoOn({ moment, seconds }: { moment: Moment; seconds: number | undefined }) {
  const words = tableWords();
  const isAnswer = moment === 'answer';
  return (
    <div class="go-on">
      <button
        type="button"
        class="button primary"
        data-action={isAnswer ? 'waive' : 'go-on'}
        onClick={() => (isAnswer ? void waiveClaim() : proceed())}
      >
        {isAnswer ? words.waive : words.goOn}
      </button>
      {seconds !== undefined && (
        <span
          class={`clock${isPaused.value ? ' paused' : ''}`}
          style={{ '--seconds': `${seconds}s` }}
          aria-hidden="true"
        />
      )}
    </div>
  );
}
