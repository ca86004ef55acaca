import { describe, expect, it } from 'vitest';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { countPassableInFull, levelOf, shownByte } from '../../src/modules/posture/assurance.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

describe('the number of controls that can be passed in full', () => {
  it.each(catalogueOf().frameworks.map(({ name, controls }) => ({ name, controls })))(
    'is that of the controls of $name that are passed in full where every mapping is shown',
    ({ controls }) => {
      const inFull = controls.filter(({ mappings }) => {
        const shown = mappings.map(({ relationship }) => ({ isFull: isFull(relationship), isShown: true }));
        return levelOf('passed', shownByte(shown)) === 'full';
      });
      expect(countPassableInFull(controls)).toBe(inFull.length);
    },
  );
});
