import { type Choice, MAX_SEATS, MIN_SEATS, STRENGTHS, withSeats } from './choice';
import { setupWords } from './words';

interface Props {
  choice: Choice;
  onChange(choice: Choice): void;
}

/** How many sit at the table, where the person does, and how well each bot plays. */
export function Seats({ choice, onChange }: Props) {
  const words = setupWords();
  const numbers = Array.from({ length: MAX_SEATS - MIN_SEATS + 1 }, (_, index) => MIN_SEATS + index);
  return (
    <fieldset class="seats">
      <legend>{words.seats}</legend>
      <div class="option">
        <label for="seats">{words.seats}</label>
        <select
          id="seats"
          value={String(choice.seats)}
          aria-describedby="seats-notes"
          onChange={(event) => onChange(withSeats(choice, Number(event.currentTarget.value)))}
        >
          {numbers.map((number) => (
            <option key={number} value={String(number)}>
              {words.players(number)}
            </option>
          ))}
        </select>
        <p class="notes" id="seats-notes">
          {words.seatsHint}
          {words.firstDealer}
        </p>
      </div>
      <ol class="chairs">
        {Array.from({ length: choice.seats }, (_, seat) => (
          <li key={seat} class={seat === choice.seat ? 'chair taken' : 'chair'}>
            <Chair choice={choice} seat={seat} onChange={onChange} />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function Chair({ choice, seat, onChange }: Props & { seat: number }) {
  const words = setupWords();
  // Bots are counted without the person's own seat.
  const bot = seat < choice.seat ? seat : seat - 1;
  return (
    <>
      <label class="chair-name">
        <input
          type="radio"
          name="seat"
          checked={seat === choice.seat}
          aria-label={words.sitHere(seat + 1)}
          onChange={() => onChange({ ...choice, seat })}
        />
        <span aria-hidden="true">{words.seat(seat + 1)}</span>
      </label>
      {seat === choice.seat ? (
        <strong>{words.you}</strong>
      ) : (
        <select
          aria-label={words.strength(seat + 1)}
          value={String(choice.bots[bot])}
          onChange={(event) => {
            const strength = Number(event.currentTarget.value);
            onChange({ ...choice, bots: choice.bots.map((each, index) => (index === bot ? strength : each)) });
          }}
        >
          {STRENGTHS.map(([name, strength]) => (
            <option key={name} value={String(strength)}>
              {words.strengths[name]}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
