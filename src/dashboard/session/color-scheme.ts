import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** Where the dashboard keeps what was chosen there: `light`, `dark` or `auto`. It is Mantine's own name. */
const STORAGE_KEY = 'mantine-color-scheme-value';
const SYSTEM = window.matchMedia('(prefers-color-scheme: dark)');

/** The colours that were chosen in the dashboard, or the system's. */
function readColorScheme(): ColorScheme {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return SYSTEM.matches ? 'dark' : 'light';
}

/** Puts the colours on the document: `data-theme` of its root is what the style sheets ask for. */
export function applyColorScheme(): void {
  const scheme = readColorScheme();
  document.documentElement.dataset.theme = scheme;
  document.documentElement.style.colorScheme = scheme;
}

/** The colours, also when the system's change or others are chosen in another tab. */
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
