import { useState } from 'preact/hooks';
import { setupWords } from './words';

/** The link to this choice, and a button that copies it. */
export function ShareLink({ query }: { query: string }) {
  const words = setupWords();
  const [told, setTold] = useState<{ query: string; text: string }>();
  const link = `${location.href.split('#')[0]}#/?${query}`;
  const copy = async () => {
    let text = words.copied;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      text = words.notCopied;
    }
    setTold({ query, text });
  };
  return (
    <div class="share">
      <label for="share">{words.share}</label>
      <div class="share-line">
        <input
          id="share"
          type="text"
          readOnly
          value={link}
          aria-describedby="share-notes"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={copy}>
          {words.copy}
        </button>
      </div>
      <p class="notes" id="share-notes">
        {words.shareHint}
      </p>
      <p class="told" role="status">
        {told?.query === query ? told.text : ''}
      </p>
    </div>
  );
}
