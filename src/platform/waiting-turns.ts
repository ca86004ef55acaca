/** Work that waits for its turn. */
export interface Waiter {
  /** Who of the key sent it. */
  part: string;
  /** Whether it waits as long as it takes, and refuses nobody. */
  isPatient: boolean;
  start: () => void;
  refuse: (err: Error) => void;
}

/** The work of one key that waits: of each of its parts in the order of its arrival, of the parts in turn. */
export class WaitingTurns {
  private readonly parts = new Map<string, Waiter[]>();
  /** Of these, the ones that may be refused. */
  private impatient = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  get impatientSize(): number {
    return this.impatient;
  }

  push(waiter: Waiter): void {
    const part = this.parts.get(waiter.part) ?? [];
    part.push(waiter);
    this.parts.set(waiter.part, part);
    this.counted(waiter, 1);
  }

  /** Puts one before all others, those of its part and the other parts. */
  unshift(waiter: Waiter): void {
    const others = [...this.parts].filter(([name]) => name !== waiter.part);
    const own = this.parts.get(waiter.part) ?? [];
    this.parts.clear();
    this.parts.set(waiter.part, [waiter, ...own]);
    for (const [name, part] of others) this.parts.set(name, part);
    this.counted(waiter, 1);
  }

  /** Takes the next one out; its part goes to the end. */
  shift(): Waiter | undefined {
    const [first] = this.parts;
    if (!first) return undefined;
    const [name, part] = first;
    const waiter = part.shift();
    this.parts.delete(name);
    if (part.length > 0) this.parts.set(name, part);
    if (waiter) this.counted(waiter, -1);
    return waiter;
  }

  /** Takes one out before its turn. @returns whether it was still waiting */
  remove(waiter: Waiter): boolean {
    const part = this.parts.get(waiter.part) ?? [];
    const at = part.indexOf(waiter);
    if (at < 0) return false;
    part.splice(at, 1);
    if (part.length === 0) this.parts.delete(waiter.part);
    this.counted(waiter, -1);
    return true;
  }

  /** The last of the part that has most waiting: it gives way to others. */
  last(): Waiter | null {
    return this.longest().at(-1) ?? null;
  }

  /** The same, where another part has fewer waiting; else null. */
  givesWayTo(part: string): Waiter | null {
    const own = impatientOf(this.parts.get(part) ?? []).length;
    const longest = this.longest();
    return longest.length > own ? (longest.at(-1) ?? null) : null;
  }

  private longest(): Waiter[] {
    let most: Waiter[] = [];
    for (const part of this.parts.values()) {
      const impatient = impatientOf(part);
      if (impatient.length > most.length) most = impatient;
    }
    return most;
  }

  private counted({ isPatient }: Waiter, change: 1 | -1): void {
    this.count += change;
    if (!isPatient) this.impatient += change;
  }
}

function impatientOf(waiting: readonly Waiter[]): Waiter[] {
  return waiting.filter(({ isPatient }) => !isPatient);
}
