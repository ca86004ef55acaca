import { fileURLToPath } from 'node:url';

/** Folder `src`: data files (content, snapshots) are read from there, while code runs from `dist/src`. */
export const SOURCE_ROOT = fileURLToPath(new URL('../../../src', import.meta.url));
