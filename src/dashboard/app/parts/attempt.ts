import { useState } from 'react';

/** State of a repeatable action and its last error. */
export interface Attempts {
  /** Last error, for `Refusal` and `problemOf`; undefined for none. */
  error: unknown;
  /** Runs an action. @returns whether it succeeded */
  attempt: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Holds the error of the last attempt, so that fields can show it while the input stays. */
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
