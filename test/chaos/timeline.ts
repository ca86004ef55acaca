/** What happened in a seed, with milliseconds since its start. */
export class Timeline {
  private readonly startedAt = Date.now();
  private readonly entries: { at: number; what: string }[] = [];

  add(what: string, at = Date.now()): void {
    this.entries.push({ at: at - this.startedAt, what });
  }

  /** Adds what traps have done, from lines that begin with a moment. */
  addSprung(lines: readonly string[]): void {
    for (const line of lines) {
      const [at = '', pid = '', ...what] = line.split(' ');
      if (Number(at) >= this.startedAt) this.add(`trap of pid ${pid}: ${what.join(' ')}`, Number(at));
    }
  }

  /** One line for each entry, in the order of time. */
  get lines(): string[] {
    const sorted = this.entries.toSorted((one, other) => one.at - other.at);
    return sorted.map(({ at, what }) => `${String(at).padStart(6)} ms  ${what}`);
  }
}
