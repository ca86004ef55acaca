/** Numbers that follow from a seed. Source: mulberry32, a generator of 32 bits by Tommy Ettinger (public domain). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of some. */
  of<T>(some: readonly T[]): T {
    const chosen = some[this.whole(0, some.length - 1)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  /** One of some, each as often as its weight says. */
  weighted<T extends { weight: number }>(some: readonly T[]): T {
    let rest = this.next() * some.reduce((sum, { weight }) => sum + weight, 0);
    return some.find(({ weight }) => (rest -= weight) < 0) ?? this.of(some);
  }
}
