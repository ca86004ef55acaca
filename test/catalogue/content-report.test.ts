import { describe, expect, it } from 'vitest';
import { reportOn } from '../../src/modules/catalogue/report/report.rules.js';
import { tableOf } from '../../src/modules/catalogue/report/table.rules.js';
import { line, sound } from './lint/sound-content.js';

/**
 * Two frameworks of two controls. soc2 A1, cmmc L1 and L2 are equal to UCF-T-01, of which a tier-1 check decides the first two
 * elements and one of tier 2 the third; soc2 A2 and, added here, cmmc L1 are the second element of UCF-T-02 and nothing more,
 * which the tier-1 check decides.
 */
function content() {
  const { content: made, checkFile, check, domain, soc2 } = sound();
  const [, second] = domain.universal_controls;
  second?.mappings.push(line('cmmc', 'L1', 'subset', 'Why'));
  check.decides = { 'UCF-T-01': [1, 2], 'UCF-T-02': [2] };
  checkFile.checks.push({
    ...check,
    id: 'aws.s3.second',
    tier: 2,
    decides: { 'UCF-T-01': [3] },
    supports: ['UCF-T-02'],
  });
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

  it('counts the controls that checks can pass, and those that they can fail', () => {
    expect(automation?.rows).toEqual([
      [
        'framework',
        'controls',
        'shown by tier-1 checks',
        'share',
        'shown by checks',
        'share',
        'failed by checks',
        'share',
      ],
      ['soc2', 2, 1, '50.0 %', 2, '100.0 %', 2, '100.0 %'],
      ['cmmc', 2, 1, '50.0 %', 2, '100.0 %', 2, '100.0 %'],
      ['all', 4, 2, '50.0 %', 4, '100.0 %', 4, '100.0 %'],
    ]);
  });

  it('counts the universal controls of a domain of which checks show all elements, and those of which they fail one', () => {
    expect(domains?.rows).toEqual([
      [
        'domain',
        'universal controls',
        'shown by tier-1 checks',
        'share',
        'shown by checks',
        'share',
        'failed by checks',
        'share',
      ],
      ['T Tests', 2, 0, '0.0 %', 1, '50.0 %', 2, '100.0 %'],
      ['all', 2, 0, '0.0 %', 1, '50.0 %', 2, '100.0 %'],
    ]);
  });

  it('counts a manual control as failed by checks at most, and what they only support as neither', () => {
    const made = content();
    for (const { controls } of made.frameworks) for (const each of controls) each.method = 'manual';
    const [, ofManual] = reportOn(made);
    expect(ofManual?.rows.at(-1)).toEqual(['all', 4, 0, '0.0 %', 0, '0.0 %', 4, '100.0 %']);
    for (const { checks } of made.checkFiles) {
      for (const each of checks) Object.assign(each, { decides: {}, supports: ['UCF-T-01', 'UCF-T-02'] });
    }
    expect(reportOn(made)[1]?.rows.at(-1)).toEqual(['all', 4, 0, '0.0 %', 0, '0.0 %', 0, '0.0 %']);
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
