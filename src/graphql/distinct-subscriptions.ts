/** Our choice: some pages of the dashboard have five, of one framework each. */
const DISTINCT_MAX = 50;

/**
 * The different subscriptions that are open in this process, by who has opened them: each is executed for each of its events, however
 * many subscribers it has. Source of the number: schema/contract/limits.md.
 */
export class DistinctSubscriptions {
  private readonly open = new Map<string, Map<string, number>>();

  constructor(private readonly distinctMax: number = DISTINCT_MAX) {}

  /**
   * Counts a subscription.
   * @param key of everything that its results follow from
   * @param owner person, API key or link
   * @returns a function that removes it from the count; null where the owner has as many others as it may
   */
  add(owner: string, key: string): (() => void) | null {
    const keys = this.open.get(owner) ?? new Map<string, number>();
    const count = keys.get(key) ?? 0;
    if (count === 0 && keys.size >= this.distinctMax) return null;
    this.open.set(owner, keys.set(key, count + 1));
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (keys.get(key) ?? 1) - 1;
      if (left > 0) keys.set(key, left);
      else keys.delete(key);
      if (keys.size === 0) this.open.delete(owner);
    };
  }
}
