/** Operations that wait until the user has given the password or a code again. */
export class StepUp {
  private settle: ((isProven: boolean) => void) | null = null;
  private answer: Promise<boolean> | null = null;
  private readonly watchers = new Set<() => void>();

  /** Whether an operation waits. */
  readonly isAsked = (): boolean => this.answer !== null;

  /** Calls `changed` after every change of `isAsked`. @returns a function that stops it */
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  };

  /** Asks the user, once for all operations that wait. @returns whether they gave it; false when they cancelled */
  ask(): Promise<boolean> {
    this.answer ??= new Promise((resolve) => (this.settle = resolve));
    this.changed();
    return this.answer;
  }

  /** Ends the question. */
  end(isProven: boolean): void {
    this.settle?.(isProven);
    this.settle = null;
    this.answer = null;
    this.changed();
  }

  private changed(): void {
    for (const changed of this.watchers) changed();
  }
}
