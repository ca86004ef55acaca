import { describe, expect, it } from 'vitest';
import { levelOf } from '../../src/modules/posture/assurance.rules.js';

/** Bytes of a posture: bit 7 says that all is shown, the lower six count the mappings that are. */
const [ALL_SHOWN, ONE_SHOWN, DISPUTED] = [128 + 1, 1, 64];

describe('the level of assurance', () => {
  it.each([
    ['passed', ALL_SHOWN, 'full'],
    ['passed', ONE_SHOWN, 'partial'],
    ['passed', 0, 'partial'],
    ['failed', ALL_SHOWN, null],
    ['failed', ONE_SHOWN + DISPUTED, null],
    ['not_assessed', ONE_SHOWN, null],
    ['not_applicable', 0, null],
  ] as const)('of a control that is %s, with the byte %i, is %s', (status, byte, level) => {
    expect(levelOf(status, byte)).toBe(level);
  });
});
