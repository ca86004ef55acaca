import { describe, expect, it } from 'vitest';
import { causesByControl, worstFirst } from '../../src/dashboard/app/pages/controls/causes.rules.js';

describe('what failed controls fail by', () => {
  it('is every fix that reaches them, the worst first, of equals in the order of the queue', () => {
    const fix = (name: string, severity: 'critical' | 'medium', ...ids: string[]) => ({
      name,
      severity,
      controls: ids.map((id) => ({ id })),
    });
    const causes = causesByControl([fix('a', 'medium', 'x'), fix('b', 'critical', 'x', 'y'), fix('c', 'medium', 'x')]);
    const named = (id: string) => causes.get(id)?.map(({ name }) => name);
    expect(named('x')).toEqual(['b', 'a', 'c']);
    expect(named('y')).toEqual(['b']);
    expect(named('z')).toBeUndefined();
    const controls = ['z', 'w', 'x', 'y'].map((id) => ({ id }));
    const order = worstFirst(controls, causesByControl([fix('a', 'medium', 'w'), fix('b', 'critical', 'x', 'y')]));
    expect(order.map(({ id }) => id)).toEqual(['x', 'y', 'w', 'z']);
  });
});
