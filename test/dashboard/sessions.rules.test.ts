import { describe, expect, it } from 'vitest';
import { groupedSessions } from '../../src/dashboard/app/pages/account/sessions.rules.js';

describe('groups of sessions', () => {
  const session = (id: string, device: string | null, address: string | null, isCurrent = false) => ({
    id,
    device,
    address,
    isCurrent,
  });

  it('hold those of one device at one address, in the order of their latest use', () => {
    const groups = groupedSessions([
      session('1', 'Chrome on Linux', '::1'),
      session('2', 'curl', '::1'),
      session('3', 'Chrome on Linux', '::1'),
      session('4', 'Chrome on Linux', '10.0.0.1'),
      session('5', null, '::1'),
    ]);
    expect(groups.map(({ latest, ids }) => [latest.id, ids])).toEqual([
      ['1', ['1', '3']],
      ['2', ['2']],
      ['4', ['4']],
      ['5', ['5']],
    ]);
  });

  it('leave the session of the page alone', () => {
    const groups = groupedSessions([session('1', 'curl', '::1', true), session('2', 'curl', '::1')]);
    expect(groups.map(({ ids }) => ids)).toEqual([['1'], ['2']]);
  });
});
