import { describe, expect, it } from 'vitest';
import {
  combinedVotes,
  type ElementResult,
  type ElementVote,
  worstVotes,
} from '../../src/modules/scans/element-result.rules.js';
import { TINY } from './tiny-catalogue.js';

/** From the worst to the best. Source: schema/contract/status.md, "Tests". */
const ORDER: readonly ElementResult[] = ['fail', 'held', 'supported', 'pass', 'incomplete'];
const PAIRS = ORDER.flatMap((worse, index) => ORDER.slice(index + 1).map((better) => [worse, better] as const));

const [universalControl] = TINY.universalControls;
if (!universalControl) throw new Error('the catalogue has no universal control');

/** A vote on the first element; what it does not say is its result. */
function vote(result: ElementResult, more: Partial<ElementVote> = {}): ElementVote {
  if (!universalControl) throw new Error('the catalogue has no universal control');
  return { universalControl, element: 1, result, found: result, otherwise: result, customRules: [], ...more };
}

describe('of the votes of several providers on one element', () => {
  it.each(PAIRS)('%s counts beside %s, in either order', (worse, better) => {
    for (const votes of [
      [vote(worse), vote(better)],
      [vote(better), vote(worse)],
    ]) {
      expect(combinedVotes(votes)).toEqual([vote(worse)]);
      expect([...worstVotes(votes).values()]).toEqual([vote(worse)]);
    }
  });

  it('the worst counts by itself, with what exceptions accept, and without what fails', () => {
    const accepted = vote('pass', { found: 'fail', otherwise: 'pass' });
    const supported = vote('supported');
    const failing = vote('fail', { found: 'fail', otherwise: 'held' });
    expect(combinedVotes([accepted, supported])).toEqual([vote('supported', { found: 'fail' })]);
    expect(combinedVotes([failing, supported])).toEqual([vote('fail', { otherwise: 'held' })]);
    expect(combinedVotes([failing, vote('incomplete')])).toEqual([vote('fail', { otherwise: 'held' })]);
  });

  it('that of shipped checks stands for two alike, and a worse one of custom checks for both', () => {
    const custom = (result: ElementResult) => vote(result, { customRules: ['custom.1'] });
    for (const votes of [
      [custom('fail'), vote('fail')],
      [vote('fail'), custom('fail')],
    ])
      expect([...worstVotes(votes).values()]).toEqual([vote('fail')]);
    expect([...worstVotes([vote('pass'), custom('fail')]).values()]).toEqual([custom('fail')]);
  });

  it('each element has its own', () => {
    expect(combinedVotes([vote('pass'), vote('fail', { element: 2 })])).toEqual([
      vote('pass'),
      vote('fail', { element: 2 }),
    ]);
  });
});
