import { useState } from 'react';

/**
 * Text of an input whose value is stored elsewhere, such as in the address. It follows changes from there (a link,
 * Back), and retains leading and trailing spaces, which are not stored.
 */
export function useTyped(kept: string): [string, (typed: string) => void] {
  const [state, setState] = useState({ kept, typed: kept });
  if (state.kept !== kept) setState({ kept, typed: state.typed.trim() === kept ? state.typed : kept });
  return [state.typed, (typed) => setState({ kept, typed })];
}
