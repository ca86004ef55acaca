import { useState } from 'react';

/** Something that is tried, and what went wrong the last time. */
export interface Attempts {
  /** What it threw, for `Refusal` and `problemOf`; undefined while nothing went wrong. */
  error: unknown;
  /** @returns whether it went well */
  attempt: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps what the service refused, to be shown at its fields, and what the user typed where it is. */
export function useAttempts(): Attempts {
  const [error, setError] = useState<unknown>();
  return {
    error,
    attempt: async (action) => {
      setError(undefined);
      try {
        await action();
        return true;
      } catch (err) {
        setError(err);
        return false;
      }
    },
  };
}
