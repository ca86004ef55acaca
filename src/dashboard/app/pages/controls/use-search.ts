import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ControlsSearch } from './controls-search';

const route = getRouteApi('/frame/controls/$framework');

/** Changes what the address says is chosen, and nothing else of it; the page stays where it is. */
export function useChange(): (change: ControlsSearch) => void {
  const navigate = route.useNavigate();
  return useCallback(
    (change) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
}
