/** Typed name of a value that a feature puts into a context. Each key is a constant of its feature. */
export class ContextKey<T> {
  /** @param name for error messages */
  constructor(readonly name: string) {}

  /** An entry for `ContextValues`. */
  holds(value: T): ContextEntry {
    return [this, value];
  }
}

export type ContextEntry = readonly [key: ContextKey<never>, value: unknown];

/** Values of features by their keys, so that contexts carry them without importing the features. */
export class ContextValues {
  private readonly values: ReadonlyMap<unknown, unknown>;

  constructor(entries: Iterable<ContextEntry> = []) {
    this.values = new Map(entries);
  }

  /** Null for an absent value. */
  find<T>(key: ContextKey<T>): T | null {
    // `holds` is the only way to an entry: what lies under a key is of the key's type.
    return (this.values.get(key) as T | undefined) ?? null;
  }

  /** @throws {Error} for an absent value: a feature is not wired */
  get<T>(key: ContextKey<T>): T {
    const value = this.find(key);
    if (value === null) throw new Error(`no ${key.name} in this context`);
    return value;
  }
}
