import { language } from '../app/settings';
import { SuitMark } from '../cards/CardFace';
import { cardShort, SUITS, suitName } from '../cards/cards';
import { Call, type Card, type MatchView, Phase, Refusal, Suit } from '../contract';
import { seatOf } from '../game/fold';
import { isListed, momentOf } from '../game/moment';
import { refusalWords } from '../game/refusals';
import { isBusy } from '../game/session';
import { topRank } from './Centre';
import {
  asksForSuit,
  call,
  chosen,
  chosenCards,
  hasSets,
  isBluff,
  isPlayable,
  playChosen,
  putBack,
  reason,
  toggleCall,
} from './choice';
import { drawCard, nameStarter, passTurn } from './doing';
import { nameOf } from './person';
import { isDealing } from './Seat';
import { tableWords } from './words';

/** What the person can do in its turn, and what is asked of it. */
export function Actions({ view }: { view: MatchView }) {
  const moment = momentOf(view);
  const isTurn = moment === 'turn' && !isBusy.value;
  return (
    <div class="turn-actions">
      <Prompt view={view} />
      <Choice view={view} isTurn={isTurn} />
      <div class="action-row">
        <Calls view={view} />
        <DrawAndPass view={view} isTurn={isTurn} />
      </div>
    </div>
  );
}

function Prompt({ view }: { view: MatchView }) {
  const words = tableWords();
  const isTurn = momentOf(view) === 'turn' && !isDealing();
  return (
    <p class={`prompt${isTurn ? ' yours' : ''}`} role="status">
      <strong>{headline(view)}</strong> {isTurn && !isBusy.value && <span>{advice(view)}</span>}
      {chosen.value.length === 0 && hasSets(view) && isTurn && <span class="prompt-more">{words.setHint}</span>}
    </p>
  );
}

function headline(view: MatchView): string {
  const words = tableWords();
  const mine = view.seats[seatOf(view)];
  if (isDealing()) return words.dealing;
  if (view.phase === Phase.TURN && view.turn === seatOf(view)) return words.yourTurn;
  if (mine && (mine.place > 0 || mine.left) && view.phase === Phase.TURN) return words.watching;
  if (view.phase === Phase.CLAIMS) return momentOf(view) === 'answer' ? words.yourAnswer : words.othersAnswer;
  return view.phase === Phase.TURN ? words.turnOf(nameOf(view, view.turn)) : '';
}

/** What the table asks for. It follows from what is listed, and never from what is owed besides: a call is not hinted at. */
function advice(view: MatchView): string {
  const words = tableWords();
  const lang = language.value;
  if (isListed(view, 'nameSuit')) return words.nameStarter;
  const canPlay = isListed(view, 'play');
  const canDraw = isListed(view, 'draw');
  if (view.table.case === 'trick') {
    const { suit, drew } = view.table.value;
    if (!canPlay && canDraw) return words.nothingFits;
    return `${drew ? words.drewMore : ''} ${suit ? words.follow(suitName(suit, lang)) : words.lead}`;
  }
  if (view.table.case !== 'discard') return '';
  const { suit, pending, drew } = view.table.value;
  if (pending > 0) return canPlay ? words.owes(pending) : words.owesOnly(pending);
  if (!canPlay) return canDraw ? words.nothingFits : words.nothingToDo;
  if (drew && isListed(view, 'passTurn')) return words.drew;
  return suit ? words.match(suitName(suit, lang), topRank(view)) : '';
}

/** The cards that are lifted: play them, name a suit with them, or see why not. */
function Choice({ view, isTurn }: { view: MatchView; isTurn: boolean }) {
  const words = tableWords();
  const lang = language.value;
  const cards = chosenCards.value;
  if (isTurn && isListed(view, 'nameSuit')) return <Suits onName={(suit) => void nameStarter(suit)} />;
  const refusal = cards.length === 1 ? reason.value : Refusal.UNSPECIFIED;
  const isRefused = refusal !== Refusal.UNSPECIFIED;
  const bluff = isTurn && isRefused && isBluff(view, refusal);
  // Usable in a set alone, and not chosen so that the set could be laid.
  const isIncomplete = isTurn && cards.length > 0 && !isRefused && !isPlayable(view, cards);
  const isReady = cards.length > 0 && isTurn && (bluff || !(isRefused || isIncomplete));
  const shown = cards.map(cardShort).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="choice" role="group" aria-label={words.selected(shown)}>
      <p class={isRefused || isIncomplete ? 'reason' : 'reason none'} role="status">
        {isRefused && (
          <>
            <strong>{shown}</strong> {refusalWords(refusal, lang)} {bluff && words.bluff}
          </>
        )}
        {isIncomplete && (
          <>
            <strong>{shown}</strong> {words.onlyAfter}
          </>
        )}
      </p>
      {isReady && asksForSuit(view, cards) && (
        <Suits onName={(suit) => void playChosen(suit)} none={canFinish(view, cards)} />
      )}
      {isReady && !asksForSuit(view, cards) && (
        <button type="button" class="button primary" data-action="play" onClick={() => void playChosen()}>
          {bluff ? words.playAnyway : `${words.play} ${shown}`}
        </button>
      )}
      {cards.length > 0 && (
        <button
          type="button"
          class="button quiet put-back"
          aria-label={words.cancel}
          title={words.cancel}
          onClick={putBack}
        >
          ✕
        </button>
      )}
    </div>
  );
}

/** Whether these cards may be laid without naming a suit, since they are the last. */
function canFinish(view: MatchView, cards: readonly Card[]): boolean {
  return cards.length === view.hand.length && isPlayable(view, cards);
}

function Suits({ onName, none = false }: { onName(suit: Suit): void; none?: boolean }) {
  const words = tableWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="suits" role="group" aria-label={words.nameSuit}>
      <span class="suits-title">{words.nameSuit}</span>
      {SUITS.map((suit) => (
        <button type="button" key={suit} class="button suit-button" data-suit={suit} onClick={() => onName(suit)}>
          <SuitMark suit={suit} />
          <span>{suitName(suit, language.value)}</span>
        </button>
      ))}
      {none && (
        <button type="button" class="button" data-suit="0" onClick={() => onName(Suit.UNSPECIFIED)}>
          {words.withoutSuit}
        </button>
      )}
    </div>
  );
}

/** The words of the rules. Whether one is owed is for the person to know. */
function Calls({ view }: { view: MatchView }) {
  const words = tableWords();
  const { penultimate = '', last = '' } = view.rules?.calls ?? {};
  const calls = [
    { kind: Call.PENULTIMATE, word: penultimate, when: words.callWhen.penultimate },
    { kind: Call.LAST, word: last, when: words.callWhen.last },
  ].filter(({ word }) => word !== '');
  if (calls.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="calls" role="group" aria-label={words.callHint} title={words.callHint}>
      {calls.map(({ kind, word, when }) => (
        <button
          type="button"
          key={kind}
          class="button call-button"
          data-call={kind}
          aria-pressed={call.value === kind}
          onClick={() => toggleCall(kind)}
        >
          <span class="call-word">{words.call(word)}</span>
          <small>{when}</small>
        </button>
      ))}
    </div>
  );
}

function DrawAndPass({ view, isTurn }: { view: MatchView; isTurn: boolean }) {
  const words = tableWords();
  const pending = view.table.case === 'discard' ? view.table.value.pending : 0;
  const hasPass = view.table.case === 'discard';
  // Not listed, they can be tried all the same: the service says why not.
  return (
    <div class="draw-pass">
      <button
        type="button"
        class={`button${isTurn && isListed(view, 'draw') ? '' : ' dim'}`}
        data-action="draw"
        onClick={() => void drawCard()}
      >
        {pending > 0 && isTurn ? words.drawOwed(pending) : words.draw}
      </button>
      {hasPass && (
        <button
          type="button"
          class={`button${isTurn && isListed(view, 'passTurn') ? '' : ' dim'}`}
          data-action="pass"
          onClick={() => void passTurn()}
        >
          {words.pass}
        </button>
      )}
    </div>
  );
}
