/** Waiting that somebody can cut short. */
export class Waiting {
  #ends = new Set<() => void>();

  /** Waits so many milliseconds, or until `end`. */
  ms(duration: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, duration);
      this.#ends.add(end);
    });
  }

  /** Ends whatever is waited for now. */
  end(): void {
    for (const end of [...this.#ends]) end();
  }
}
