import { createSpotlight } from '@mantine/spotlight';
import { useEffect } from 'react';

/** State of the search dialog, and what opens it. */
export const [searchStore, searchDialog] = createSpotlight();

/**
 * Selects a result again where the selected one is gone, so that Enter opens it: Mantine marks it in the document, and only when a key
 * is pressed.
 */
export function useSelection(isOn = true) {
  useEffect(() => {
    const { listId, selected } = searchStore.getState();
    const list = document.getElementById(listId);
    const results = list?.querySelectorAll('[data-action]') ?? [];
    if (!isOn || results.length === 0 || list?.querySelector('[data-selected]')) return;
    const at = Math.min(Math.max(selected, 0), results.length - 1);
    results[at]?.setAttribute('data-selected', 'true');
    searchStore.updateState((state) => ({ ...state, selected: at }));
  });
}
