import { language } from '../app/settings';
import { Refusal } from '../contract';
import { refusalWords } from '../game/refusals';
import { connection, dismiss, notice, retryNow } from '../game/session';
import { tableWords } from './words';

/** What the person should know besides the game: refused actions, errors, a lost server, another tab. */
export function Notices() {
  return (
    <div class="notices">
      <Lost />
      <Told />
    </div>
  );
}

function Lost() {
  const words = tableWords();
  const { value } = connection;
  return (
    <div role="status">
      {value.lost && (
        <div class="notice lost">
          <span>
            {words.lost} <small>{words.lostTimes(value.attempt)}</small>
          </span>
          <button type="button" class="button" data-action="retry" onClick={retryNow}>
            {words.retry}
          </button>
        </div>
      )}
    </div>
  );
}

function Told() {
  const words = tableWords();
  const { value } = notice;
  return (
    <div role="alert">
      {value && (
        <div class={`notice ${value.kind}`} data-notice={value.kind}>
          {value.kind === 'otherTab' ? (
            <span>{words.otherTab}</span>
          ) : (
            <span>
              <strong>{value.kind === 'refused' ? words.refused : words.failed}</strong> {sentenceOf(value.error)}{' '}
              <small class="details">
                {value.error.code}
                {value.error.reason ? ` · ${value.error.reason}` : ''}
                {value.error.requestId ? ` · ${words.requestId(value.error.requestId)}` : ''}
              </small>
            </span>
          )}
          <button type="button" class="button quiet" aria-label={words.dismiss} onClick={dismiss}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}

/** The server's own sentence for the person, where it sent one; a refusal's words; its sentence for developers. */
function sentenceOf(error: { localized?: string; refusal?: Refusal; message: string }): string {
  if (error.localized) return error.localized;
  if (error.refusal !== undefined && error.refusal !== Refusal.UNSPECIFIED) {
    return refusalWords(error.refusal, language.value);
  }
  return error.message;
}
