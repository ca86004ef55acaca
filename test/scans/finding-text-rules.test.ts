import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { findingText } from '../../src/modules/scans/finding-text.rules.js';
import { FindingAggregate } from '../../src/modules/scans/finding-aggregate.rules.js';
import { finding, TINY, tinyControl } from './tiny-catalogue.js';

function textOf(findings: Finding[], control = 'soc2 CC1.1'): string {
  const tally = new FindingAggregate(TINY, [tinyControl(control)]);
  for (const each of findings) tally.add('integration', each);
  return tally.results().map(findingText).join();
}

describe('the text of a result', () => {
  it('names the failing checks and the number of failing resources', () => {
    expect(textOf([finding('one', 'fail', 'r1'), finding('one', 'fail', 'r2'), finding('two', 'pass')])).toBe(
      '1 check of 2 failed on 2 resources: Rule one.',
    );
  });

  it('has the number of checks that passed, and of their resources', () => {
    expect(textOf([finding('one', 'pass'), finding('two', 'pass')])).toBe('2 checks passed on 1 resource.');
  });

  it('distinguishes nothing in scope from not evaluated', () => {
    expect(textOf([finding('one', 'not_applicable', null)])).toBe('1 check ran and found no resource in scope.');
    expect(textOf([])).toBe('No connected integration has a check for this control.');
  });

  it('names at most three checks, each title once', () => {
    const requirements = [{ framework: 'SOC2', id: 'CC2.1' }];
    const failing = ['a', 'b', 'c', 'd', 'e'].map((rule) => finding(rule, 'fail', 'r1', { requirements }));
    const again = finding('f', 'fail', 'r1', { requirements, title: 'Rule a' });
    expect(textOf([...failing, again], 'soc2 CC2.1')).toBe(
      '6 checks of 6 failed on 1 resource: Rule a; Rule b; Rule c; and 2 more.',
    );
  });
});
