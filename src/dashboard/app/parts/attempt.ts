import { useState } from 'react';
import { described, type Described } from './answered';

/** Something that is tried, and what went wrong the last time. */
export interface Attempts {
  /** Null while nothing went wrong. */
  failure: Described | null;
  /** What is wrong with a field, by the first name in its pointer below `/input`. */
  problemOf: (field: string) => string | undefined;
  /** @returns whether it went well */
  attempt: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps what the service refused, to be shown at its fields, and what the user typed where it is. */
export function useAttempts(): Attempts {
  const [failure, setFailure] = useState<Described | null>(null);
  return {
    failure,
    problemOf: (field) => failure?.details.find((detail) => fieldOf(detail.field) === field)?.message,
    attempt: async (action) => {
      setFailure(null);
      try {
        await action();
        return true;
      } catch (err) {
        setFailure(described(err));
        return false;
      }
    },
  };
}

/** `/input/config/regions/0` → `regions`. */
function fieldOf(pointer: string): string | undefined {
  return pointer.split('/').find((part) => !['', 'input', 'config'].includes(part));
}
