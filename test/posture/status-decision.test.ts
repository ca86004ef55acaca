import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, PostureBench } from './bench.js';

/** A vote: which integration, what it says, in which minute; and `off` where the integration is disconnected. */
type Vote = [integration: 'A' | 'B' | 'C', result: 'pass' | 'fail' | 'not_applicable', at: number, off?: 'off'];
/** An assessment: of the how manieth universal control of the control, its status, in which minute. */
type Assessment = [nth: 0 | 1 | 2, status: string, at: number];

interface Case {
  guarantee: string;
  votes?: Vote[];
  assessments?: Assessment[];
  status: string;
}

const CASES: Case[] = [
  { guarantee: 'no vote at all is not_assessed', status: 'not_assessed' },
  { guarantee: 'one passing vote is passed', votes: [['A', 'pass', 1]], status: 'passed' },
  { guarantee: 'one failing vote is failed', votes: [['A', 'fail', 1]], status: 'failed' },
  {
    guarantee: 'one vote without scope is not_applicable',
    votes: [['A', 'not_applicable', 1]],
    status: 'not_applicable',
  },
  {
    guarantee: 'fail beats a newer pass',
    votes: [
      ['A', 'fail', 1],
      ['B', 'pass', 2],
    ],
    status: 'failed',
  },
  {
    guarantee: 'fail beats an older pass',
    votes: [
      ['A', 'pass', 1],
      ['B', 'fail', 2],
    ],
    status: 'failed',
  },
  {
    guarantee: 'pass beats a newer not_applicable',
    votes: [
      ['A', 'pass', 1],
      ['B', 'not_applicable', 2],
    ],
    status: 'passed',
  },
  {
    guarantee: 'fail beats a newer not_applicable',
    votes: [
      ['A', 'fail', 1],
      ['B', 'not_applicable', 2],
    ],
    status: 'failed',
  },
  {
    guarantee: 'not_applicable by all is not_applicable',
    votes: [
      ['A', 'not_applicable', 1],
      ['B', 'not_applicable', 2],
    ],
    status: 'not_applicable',
  },
  {
    guarantee: 'the worst of three wins',
    votes: [
      ['A', 'not_applicable', 3],
      ['B', 'fail', 1],
      ['C', 'pass', 2],
    ],
    status: 'failed',
  },
  {
    guarantee: 'a disconnected integration has no vote',
    votes: [
      ['A', 'fail', 2, 'off'],
      ['B', 'pass', 1],
    ],
    status: 'passed',
  },
  {
    guarantee: 'only disconnected votes are no vote',
    votes: [
      ['A', 'fail', 1, 'off'],
      ['B', 'pass', 2, 'off'],
    ],
    status: 'not_assessed',
  },

  { guarantee: 'compliant alone is passed', assessments: [[0, 'compliant', 1]], status: 'passed' },
  { guarantee: 'non_compliant alone is failed', assessments: [[0, 'non_compliant', 1]], status: 'failed' },
  { guarantee: 'partially_compliant alone is failed', assessments: [[0, 'partially_compliant', 1]], status: 'failed' },
  { guarantee: 'not_assessed is no vote', assessments: [[0, 'not_assessed', 1]], status: 'not_assessed' },
  {
    guarantee: 'not_assessed withdraws what was in force',
    assessments: [
      [0, 'compliant', 1],
      [0, 'not_assessed', 2],
    ],
    status: 'not_assessed',
  },
  {
    guarantee: 'the newest of one universal control is in force',
    assessments: [
      [0, 'non_compliant', 1],
      [0, 'compliant', 2],
    ],
    status: 'passed',
  },
  {
    guarantee: 'the newest counts, in whatever order they were written',
    assessments: [
      [0, 'compliant', 2],
      [0, 'non_compliant', 1],
    ],
    status: 'passed',
  },
  {
    guarantee: 'the worst of several universal controls wins, even older',
    assessments: [
      [0, 'non_compliant', 1],
      [1, 'compliant', 2],
    ],
    status: 'failed',
  },
  {
    guarantee: 'partially_compliant beats compliant',
    assessments: [
      [0, 'compliant', 2],
      [2, 'partially_compliant', 1],
    ],
    status: 'failed',
  },
  {
    guarantee: 'not_assessed of one does not silence another',
    assessments: [
      [0, 'compliant', 1],
      [1, 'not_assessed', 2],
    ],
    status: 'passed',
  },

  {
    guarantee: 'a newer compliant beats a failing vote',
    votes: [['A', 'fail', 1]],
    assessments: [[0, 'compliant', 2]],
    status: 'passed',
  },
  {
    guarantee: 'a newer non_compliant beats a passing vote',
    votes: [['A', 'pass', 1]],
    assessments: [[0, 'non_compliant', 2]],
    status: 'failed',
  },
  {
    guarantee: 'a newer partially_compliant beats a passing vote',
    votes: [['A', 'pass', 1]],
    assessments: [[0, 'partially_compliant', 2]],
    status: 'failed',
  },
  {
    guarantee: 'a newer not_assessed leaves the vote',
    votes: [['A', 'pass', 1]],
    assessments: [[0, 'not_assessed', 2]],
    status: 'passed',
  },
  {
    guarantee: 'an older compliant does not count',
    votes: [['A', 'fail', 2]],
    assessments: [[0, 'compliant', 1]],
    status: 'failed',
  },
  {
    guarantee: 'an older non_compliant does not count',
    votes: [['A', 'pass', 2]],
    assessments: [[0, 'non_compliant', 1]],
    status: 'passed',
  },
  {
    guarantee: 'an assessment of the same instant is not newer',
    votes: [['A', 'fail', 2]],
    assessments: [[0, 'compliant', 2]],
    status: 'failed',
  },
  {
    guarantee: 'an assessment must be newer than every vote',
    votes: [
      ['A', 'fail', 1],
      ['B', 'pass', 3],
    ],
    assessments: [[0, 'compliant', 2]],
    status: 'failed',
  },
  {
    guarantee: 'the vote of a disconnected integration does not outdate an assessment',
    votes: [['A', 'fail', 9, 'off']],
    assessments: [[0, 'compliant', 2]],
    status: 'passed',
  },
  {
    guarantee: 'each assessment is as new as itself: an older one does not count beside a newer one',
    votes: [['A', 'pass', 5]],
    assessments: [
      [0, 'compliant', 6],
      [1, 'non_compliant', 4],
    ],
    status: 'passed',
  },
  {
    guarantee: 'of those newer than the votes the worst wins',
    votes: [['A', 'pass', 5]],
    assessments: [
      [0, 'compliant', 7],
      [1, 'non_compliant', 6],
    ],
    status: 'failed',
  },
  {
    guarantee: 'a newer not_applicable vote outdates an assessment',
    votes: [['A', 'not_applicable', 3]],
    assessments: [[0, 'compliant', 2]],
    status: 'not_applicable',
  },
];

describe('the status of a control', () => {
  let bench: PostureBench;

  beforeAll(async () => {
    bench = await PostureBench.open();
  });
  afterAll(() => bench.close());

  it.each(CASES)('$guarantee', async ({ votes = [], assessments = [], status }) => {
    const control = bench.controlMappedTo(3);
    const tenant = await bench.addTenant();
    for (const [, result, at, off] of votes) {
      await tenant.vote(await tenant.addIntegration(off ? 'disconnected' : 'connected'), control, result, minute(at));
    }
    for (const [nth, verdict, at] of assessments) await tenant.assess(control, nth, verdict, minute(at));
    await tenant.decide([control]);
    expect((await tenant.posture()).statusOf(control)).toBe(status);
  });

  it('ignores votes and assessments of another tenant', async () => {
    const control = bench.controlMappedTo(3);
    const [mine, theirs] = [await bench.addTenant(), await bench.addTenant()];
    await theirs.vote(await theirs.addIntegration(), control, 'fail', minute(1));
    await theirs.assess(control, 0, 'non_compliant', minute(2));
    await mine.vote(await mine.addIntegration(), control, 'pass', minute(1));
    await mine.decide([control]);
    await theirs.decide([control]);
    expect((await mine.posture()).statusOf(control)).toBe('passed');
    expect((await theirs.posture()).statusOf(control)).toBe('failed');
  });

  it('follows an assessment in every mapped framework, whatever the relationship', async () => {
    const universalControl = bench.catalogue.universalControls.find(
      ({ mappings }) => new Set(mappings.map(({ relationship }) => relationship)).size === 3,
    );
    const mapped = universalControl?.mappings ?? [];
    const [first] = mapped;
    if (!first) throw new Error('no universal control with three kinds of relationship');
    const tenant = await bench.addTenant();
    const nth = first.control.mappings.findIndex((mapping) => mapping.universalControl === universalControl);
    await tenant.assess(first.control, nth, 'compliant', minute(1));
    const changes = await tenant.decide(bench.catalogue.controls);
    expect(changes.map(({ controlNo }) => controlNo)).toEqual(
      mapped.map(({ control }) => control.no).toSorted((a, b) => a - b),
    );
    expect(changes.every(({ status }) => status === 'passed')).toBe(true);
  });
});
