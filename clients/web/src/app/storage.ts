/** Local storage that may be full, forbidden or filled by another release: then things are kept for this visit only. */

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null forgets it. Returns whether it is kept beyond this visit; else nothing is. */
export function writeItem(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    try {
      // What was kept before is outdated: it would be taken for another tab's, and bring it back.
      localStorage.removeItem(key);
    } catch {
      // Nothing is kept at all.
    }
    return false;
  }
}
