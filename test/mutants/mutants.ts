import { DECISIONS } from './decisions.js';
import { ISOLATION } from './isolation.js';
import type { Mutant } from './mutant.js';
import { WORK } from './work.js';

/** Every mutant. `npm run mutants` runs them; `mutants.test.ts` checks that each still changes the source. */
export const MUTANTS: readonly Mutant[] = [...ISOLATION, ...DECISIONS, ...WORK];
