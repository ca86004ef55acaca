import { describe, expect, it } from 'vitest';
import { byFramework } from '../../src/dashboard/app/pages/evidence/artifact-controls.rules.js';

describe('the controls of an artifact', () => {
  it('are grouped by framework, those that fail first, with how many have each status', () => {
    const [soc, pci] = [
      { slug: 'soc2', name: 'SOC 2' },
      { slug: 'pci-dss', name: 'PCI DSS' },
    ];
    const control = (id: string, framework: typeof soc, status: 'failed' | 'passed' | 'not_assessed') => ({
      id,
      framework,
      status,
    });
    const groups = byFramework([
      control('a', soc, 'not_assessed'),
      control('b', pci, 'passed'),
      control('c', soc, 'failed'),
      control('d', soc, 'passed'),
      control('e', soc, 'failed'),
    ]);
    expect(groups.map(({ name, controls }) => [name, controls.map(({ id }) => id).join('')])).toEqual([
      ['SOC 2', 'ceda'],
      ['PCI DSS', 'b'],
    ]);
    expect(groups[0]?.counts).toEqual([
      { status: 'failed', count: 2 },
      { status: 'passed', count: 1 },
      { status: 'not_assessed', count: 1 },
    ]);
  });

  it('are in no group where there are none', () => {
    expect(byFramework([])).toEqual([]);
  });
});
