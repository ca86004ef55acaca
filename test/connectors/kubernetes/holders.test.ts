import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Holders } from '../../../src/connectors/kubernetes/rbac.rules.js';

const binding = (role: string, ...names: string[]) => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: names.map((name) => ({ kind: 'User', name })),
});

describe('holders of cluster roles', () => {
  it('are remembered once each, by the name of the role, at most 5,000 of one', () => {
    const holders = new Holders();
    holders.add(binding('view', 'ann', 'ann', 'bob'));
    holders.add(binding('view', 'ann'));
    expect([...(holders.byRole.get('view') ?? [])]).toEqual(['User ann', 'User bob']);
    holders.add(binding('edit', ...Array.from({ length: 6_000 }, (_, index) => `user ${index}`)));
    expect(holders.byRole.get('edit')?.size).toBe(5_000);
  });

  it('have names of 512 characters at most, the role too', () => {
    const holders = new Holders();
    holders.add(binding('r'.repeat(100_000), 'n'.repeat(100_000)));
    const [[role, names] = []] = [...holders.byRole];
    expect([role?.length, [...(names ?? [])].map((name) => name.length)]).toEqual([512, [512]]);
  });

  it('hold in memory no more of a name than is remembered', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const holders = new Holders();
    const before = held();
    for (let index = 0; index < 100; index += 1)
      holders.add(binding(`role ${index}`, `${index} `.padEnd(1_000_000, 'n')));
    // Whole, they are 100 MB.
    expect(held() - before).toBeLessThan(10_000_000);
    expect(holders.byRole.size).toBe(100);
  });

  it('are not known of a cluster whose bindings name more than 50,000 roles and holders', () => {
    const holders = new Holders();
    const added = Array.from({ length: 25_000 }, (_, index) => holders.add(binding(`role ${index}`, 'ann')));
    expect(added.every(Boolean)).toBe(true);
    expect(holders.add(binding('one more', 'ann'))).toBe(false);
    expect(holders.byRole.size).toBe(25_000);
  });
});
