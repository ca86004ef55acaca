import { expect, it } from 'vitest';
import { pauseMs } from '../../src/connectors/pace.js';

const MIB = 2 ** 20;

it.each([
  [0, 0],
  [MIB, 0],
  [2 * MIB, 40],
  [32 * MIB, 640],
])('an answer of %d bytes is followed by a pause of %d ms', (bytes, ms) => {
  expect(pauseMs(bytes)).toBe(ms);
});
