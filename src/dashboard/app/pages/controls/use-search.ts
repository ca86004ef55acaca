import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ControlsSearch } from './controls-search';

const route = getRouteApi('/frame/controls/$framework');

/** Returns a function that changes search parameters in the address without scrolling. */
export function useChange(): (change: ControlsSearch) => void {
  const navigate = route.useNavigate();
  return useCallback(
    (change) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
}
