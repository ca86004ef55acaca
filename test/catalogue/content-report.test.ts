import { describe, expect, it } from 'vitest';
import { reportOn } from '../../src/modules/catalogue/report/report.rules.js';
import { tableOf } from '../../src/modules/catalogue/report/table.rules.js';
import { line, sound } from './lint/sound-content.js';

/**
 * Two frameworks of two controls. UCF-T-01 (a tier-1 check) equals soc2 A1, cmmc L1 and L2; UCF-T-02 has soc2 A2 and, added
 * here, cmmc L1, and a check of tier 2.
 */
function content() {
  const { content: made, checkFile, check, domain, soc2 } = sound();
  const [, second] = domain.universal_controls;
  second?.mappings.push(line('cmmc', 'L1', 'subset', 'Why'));
  checkFile.checks.push({ ...check, id: 'aws.s3.second', tier: 2, universal_controls: ['UCF-T-02'] });
  soc2.controls.forEach((control) => control.control_id === 'A2' && (control.description = ''));
  return made;
}

describe('the report on the content', () => {
  const [coverage, automation, domains] = reportOn(content());

  it('counts what is written, what is mapped, and the mappings by relationship', () => {
    expect(coverage?.rows).toEqual([
      [
        'framework',
        'version',
        'controls',
        'described',
        'mapped',
        'mappings',
        'equal',
        'subset',
        'superset',
        'intersects',
      ],
      ['soc2', '1', 2, 1, 2, 2, 1, 1, 0, 0],
      ['cmmc', '1', 2, 2, 2, 3, 2, 1, 0, 0],
      ['all', '', 4, 3, 4, 5, 3, 2, 0, 0],
    ]);
  });

  it('counts a control once, by checks of tier 1 and by any', () => {
    expect(automation?.rows).toEqual([
      ['framework', 'controls', 'by a tier-1 check', 'share', 'by any check', 'share'],
      ['soc2', 2, 1, '50.0 %', 2, '100.0 %'],
      ['cmmc', 2, 2, '100.0 %', 2, '100.0 %'],
      ['all', 4, 3, '75.0 %', 4, '100.0 %'],
    ]);
  });

  it('counts the universal controls of a domain that a check names', () => {
    expect(domains?.rows).toEqual([
      ['domain', 'universal controls', 'by a tier-1 check', 'share', 'by any check', 'share'],
      ['T Tests', 2, 1, '50.0 %', 2, '100.0 %'],
      ['all', 2, 1, '50.0 %', 2, '100.0 %'],
    ]);
  });
});

describe('a text table', () => {
  it('lines words up on the left, and numbers and shares on the right', () => {
    const table = tableOf([
      ['what', 'count', 'share'],
      ['a long name', 7, '7.0 %'],
      ['short', 120, '100.0 %'],
    ]);
    expect(table).toBe(
      [
        'what         count    share',
        '-----------  -----  -------',
        'a long name      7    7.0 %',
        'short          120  100.0 %',
      ].join('\n'),
    );
  });
});
