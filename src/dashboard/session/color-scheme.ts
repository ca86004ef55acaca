import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** Storage key of the color scheme chosen in the dashboard: `light`, `dark` or `auto`. Mantine's own name. */
const STORAGE_KEY = 'mantine-color-scheme-value';
const SYSTEM = window.matchMedia('(prefers-color-scheme: dark)');

/** Color scheme of the dashboard, else of the system. */
function readColorScheme(): ColorScheme {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return SYSTEM.matches ? 'dark' : 'light';
}

/** Sets `data-theme` on the root element, from which the style sheets select colors. */
export function applyColorScheme(): void {
  const scheme = readColorScheme();
  document.documentElement.dataset.theme = scheme;
  document.documentElement.style.colorScheme = scheme;
}

/** Current color scheme; follows the system and other tabs. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(watch, readColorScheme);
}

function watch(changed: () => void): () => void {
  const follow = () => {
    applyColorScheme();
    changed();
  };
  SYSTEM.addEventListener('change', follow);
  window.addEventListener('storage', follow);
  return () => {
    SYSTEM.removeEventListener('change', follow);
    window.removeEventListener('storage', follow);
  };
}
