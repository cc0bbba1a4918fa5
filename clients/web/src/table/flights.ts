/** Cards that fly: from a seat to the table, from the stock to a seat. Nothing moves for those who want less motion. */
import { pace } from '../app/settings';
import type { Event } from '../contract';

const FLIGHT_MS = 380;
const MOST_GHOSTS = 4;
const EASING = 'cubic-bezier(.2,.7,.3,1)';

export function fly(event: Event): void {
  if (pace.peek() === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { kind } = event;
  switch (kind.case) {
    case 'cardsPlayed':
      for (const landing of document.querySelectorAll<HTMLElement>('[data-landing]'))
        land(landing, seatAnchor(kind.value.seat));
      break;
    case 'starterTurned':
      for (const landing of document.querySelectorAll<HTMLElement>('[data-landing]')) land(landing, anchor('stock'));
      break;
    case 'cardsDrawn':
    case 'cardsDealt':
      ghosts(anchor('stock'), seatAnchor(kind.value.seat), kind.value.count);
      break;
    case 'tableTaken':
    case 'cardsReturned':
      ghosts(anchor('pile'), seatAnchor(kind.value.seat), kind.value.cards.length);
      break;
    case 'trickWon':
      ghosts(anchor('pile'), seatAnchor(kind.value.seat), MOST_GHOSTS);
      break;
    default:
  }
}

function anchor(name: string): Element | null {
  return document.querySelector(`[data-anchor="${name}"]`);
}

function seatAnchor(seat: number): Element | null {
  return anchor(`seat-${seat}`) ?? anchor('hand');
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function land(card: HTMLElement, from: Element | null): void {
  if (!from) return;
  const start = middle(from);
  const end = middle(card);
  const frames = [
    { translate: `${start.x - end.x}px ${start.y - end.y}px`, scale: '.7', opacity: 0.6 },
    { translate: '0 0', scale: '1', opacity: 1 },
  ];
  card.animate(frames, { duration: FLIGHT_MS, easing: EASING });
}

function ghosts(from: Element | null, to: Element | null, count: number): void {
  if (!from || !to) return;
  const start = middle(from);
  const end = middle(to);
  for (let number = 0; number < Math.min(count, MOST_GHOSTS); number++) {
    const ghost = document.createElement('div');
    ghost.className = 'ghost';
    ghost.style.left = `${start.x}px`;
    ghost.style.top = `${start.y}px`;
    document.body.append(ghost);
    const frames = [
      { translate: '-50% -50%', opacity: 1 },
      { translate: `calc(-50% + ${end.x - start.x}px) calc(-50% + ${end.y - start.y}px)`, opacity: 0.4 },
    ];
    const flight = ghost.animate(frames, { duration: FLIGHT_MS, delay: number * 70, easing: EASING, fill: 'both' });
    flight.onfinish = () => ghost.remove();
    flight.oncancel = () => ghost.remove();
  }
}
