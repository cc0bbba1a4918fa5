import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openDialogs } from '../table/pauses';
import { appWords } from './words';

/** A modal dialog of the browser's own: it keeps the focus, closes by Escape, and gives the focus back. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; class?: string }) {
  const words = appWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
      element?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      class={`dialog ${props.class ?? ''}`}
      aria-labelledby="dialog-title"
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id="dialog-title">{props.title}</h2>
          <button type="button" class="button quiet" aria-label={words.close} onClick={props.onClose}>
            ✕
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
