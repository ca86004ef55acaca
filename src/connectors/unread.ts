/** Thrown where a property is computed from what could not be read. */
class Unread extends Error {
  override readonly name = 'Unread';

  /** @param reason sentence for the user, with the operation or permission */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * Stands for an answer that could not be read: whatever uses it throws `Unread`, so that no property is computed as if nothing were
 * there.
 */
export function unread(reason: string): object {
  return new Proxy<object>(
    {},
    {
      get: (_target, name) => {
        // `await` reads `then` of every value, to see whether it is a promise.
        if (name === 'then') return undefined;
        throw new Unread(reason);
      },
      has: () => {
        throw new Unread(reason);
      },
      ownKeys: () => {
        throw new Unread(reason);
      },
    },
  );
}

/** Properties of a resource, and why those are unknown that are null for that reason alone. */
export interface KnownProperties {
  properties: Record<string, unknown>;
  /** Reason by property. */
  unknown: Record<string, string>;
}

/** Computes properties one by one: where one rests on what could not be read, it alone is unknown. */
export function knownProperties(compute: Readonly<Record<string, () => unknown>>): KnownProperties {
  const known: KnownProperties = { properties: {}, unknown: {} };
  for (const [name, value] of Object.entries(compute)) {
    try {
      known.properties[name] = value();
    } catch (err) {
      if (!(err instanceof Unread)) throw err;
      known.properties[name] = null;
      known.unknown[name] = err.reason;
    }
  }
  return known;
}
