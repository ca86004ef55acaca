import { useState } from 'react';

/**
 * Text of an input whose value is stored elsewhere, such as in the address. It follows changes from there (a link,
 * Back), and retains leading and trailing spaces, which are not stored.
 */
export function useTyped(current: string): [string, (typed: string) => void] {
  const [state, setState] = useState({ current, typed: current });
  if (state.current !== current) setState({ current, typed: state.typed.trim() === current ? state.typed : current });
  return [state.typed, (typed) => setState({ current, typed })];
}
