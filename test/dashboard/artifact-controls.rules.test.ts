import { describe, expect, it } from 'vitest';
import { byFramework } from '../../src/dashboard/app/pages/evidence/artifact-controls.rules.js';

describe('the controls of an artifact', () => {
  const [soc, pci] = [
    { slug: 'soc2', name: 'SOC 2' },
    { slug: 'pci-dss', name: 'PCI DSS' },
  ];
  const control = (
    id: string,
    framework: typeof soc,
    status: 'failed' | 'passed' | 'not_assessed',
    level: 'full' | 'partial' | null = null,
  ) => ({ id, framework, status, assurance: level && { level } });
  const controls = [
    control('a', soc, 'not_assessed'),
    control('b', pci, 'passed', 'full'),
    control('c', soc, 'failed'),
    control('d', soc, 'passed', 'partial'),
    control('e', soc, 'failed'),
  ];

  it('are grouped by framework, those of an upload with where they stand, in full and in part apart', () => {
    const groups = byFramework(controls, null);
    expect(groups.map(({ name, controls: found }) => [name, found.map(({ id }) => id).join('')])).toEqual([
      ['SOC 2', 'ceda'],
      ['PCI DSS', 'b'],
    ]);
    expect(groups[0]?.counts).toEqual([
      { counted: 'failed', count: 2 },
      { counted: 'partial', count: 1 },
      { counted: 'not_assessed', count: 1 },
    ]);
  });

  it('are counted by what the scan says that stored the artifact, whatever their status is today', () => {
    const groups = byFramework(controls, new Map([['a', 'fail'] as const]));
    expect(groups.map(({ controls: found }) => found.map(({ id }) => id).join(''))).toEqual(['acde', 'b']);
    expect(groups.map(({ counts }) => counts)).toEqual([
      [
        { counted: 'fail', count: 1 },
        { counted: 'undecided', count: 3 },
      ],
      [{ counted: 'undecided', count: 1 }],
    ]);
  });

  it('are in no group where there are none', () => {
    expect(byFramework([], null)).toEqual([]);
  });
});
