import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { findingText } from '../../src/modules/scans/finding-text.rules.js';
import { FindingAggregate } from '../../src/modules/scans/finding-aggregate.rules.js';
import { finding, TINY, tinyControl } from './tiny-catalogue.js';

/** `withheld`: the reasons of checks that could not look, by their ids. */
function textOf(findings: Finding[], control = 'soc2 CC1.1', withheld: Record<string, string> = {}): string {
  const aggregate = new FindingAggregate(TINY, [tinyControl(control)]);
  for (const each of findings) aggregate.add('integration', each);
  for (const [checkId, reason] of Object.entries(withheld)) aggregate.withhold('integration', checkId, reason);
  return aggregate.results().map(findingText).join();
}

describe('the text of a result', () => {
  it('names what is wrong by the failing checks, and the number of failing resources', () => {
    expect(textOf([finding('one', 'fail', 'r1'), finding('one', 'fail', 'r2'), finding('two', 'pass')])).toBe(
      '1 check of 2 failed on 2 resources: Fault of one.',
    );
  });

  it('has the number of checks that passed, and of their resources', () => {
    expect(textOf([finding('one', 'pass'), finding('two', 'pass')])).toBe('2 checks passed on 1 resource.');
  });

  it('says how many deciding checks passed and did not run where they do not show the control', () => {
    expect(textOf([finding('one', 'pass')])).toBe(
      '1 of 2 checks passed, 1 did not run: this does not show all that the control asks for.',
    );
    expect(textOf([finding('one', 'not_applicable', null), finding('two', 'not_applicable', null)])).toBe(
      '0 of 2 checks passed: this does not show all that the control asks for.',
    );
  });

  it('has the reason of a check that could not look', () => {
    expect(textOf([finding('two', 'pass')], 'soc2 CC1.1', { 'aws.test.one': 'The action is refused.' })).toBe(
      '1 of 2 checks passed, 1 could not look (The action is refused.): this does not show all that the control asks for.',
    );
  });

  it('says that no check decides the control, and how many are evidence for it', () => {
    expect(textOf([])).toBe('No check of a connected integration decides this control.');
    expect(textOf([finding('five', 'fail')], 'soc2 CC2.1')).toBe(
      'No check of a connected integration decides this control. 1 other check ran and is evidence for it.',
    );
  });

  it('names at most three checks, each title once', () => {
    const aggregate = new FindingAggregate(TINY, [tinyControl('soc2 CC1.1')]);
    // A rule that nobody knows fails in six integrations, under five titles.
    for (const [no, title] of ['Rule a', 'Rule b', 'Rule c', 'Rule d', 'Rule e', 'Rule a'].entries()) {
      aggregate.add(`integration ${no}`, finding('one', 'fail', 'r1', { title }));
    }
    const results = aggregate.results().map((result) => ({
      ...result,
      checks: result.checks.map((each) => ({ ...each, check: null })),
    }));
    expect(results.map(findingText)).toEqual([
      '6 checks of 6 failed on 6 resources: Rule a; Rule b; Rule c; and 2 more.',
    ]);
  });
});
