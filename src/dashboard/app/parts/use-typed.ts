import { useState } from 'react';

/**
 * What is typed into a field whose value is kept elsewhere, in the address for one: it follows when that changes by itself, by a
 * link or the way back. Blanks at its ends, which are not kept, stay.
 */
export function useTyped(kept: string): [string, (typed: string) => void] {
  const [state, setState] = useState({ kept, typed: kept });
  if (state.kept !== kept) setState({ kept, typed: state.typed.trim() === kept ? state.typed : kept });
  return [state.typed, (typed) => setState({ kept, typed })];
}
