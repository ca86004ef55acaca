import { describe, expect, it } from 'vitest';
import {
  judgementsOf,
  rowsOf,
  timelineOf,
  type Result,
} from '../../src/dashboard/app/pages/controls/timeline.rules.js';

const MONDAY = '2026-11-02T10:00:00.000Z';
const TUESDAY = '2026-11-03T10:00:00.000Z';

const JUDGEMENT = {
  id: 'assessment',
  status: 'compliant',
  details: null,
  createdAt: TUESDAY,
  expiredAssessmentId: null,
  assessedBy: { name: 'Ada' },
  universalControl: { id: 'universal', code: 'UCF-IAM-03' },
} as const;
const ARTIFACT = {
  id: 'artifact',
  type: 'auto',
  title: 'Scan result',
  fileName: 'result.json',
  size: 10,
  collectedAt: MONDAY,
  createdAt: MONDAY,
  downloadUrl: '/files/1',
} as const;
const FAILED = { id: 'aws.ssh', fault: 'SSH is open', resourcesFailed: 1 };
const RESULT: Result = {
  id: 'result',
  status: 'fail',
  evaluated: true,
  detectedAt: MONDAY,
  scanJobId: 'scan',
  failingChecks: [FAILED],
};
const BY_SCAN = {
  id: 'first',
  status: 'failed',
  previousStatus: 'not_assessed',
  assurance: null,
  previousAssurance: null,
  source: 'scan',
  changedAt: MONDAY,
  scanJobId: 'scan',
  assessmentId: null,
  reason: '',
  reasonCode: null,
  reasonDetail: null,
} as const;
const BY_ASSESSMENT = {
  ...BY_SCAN,
  id: 'second',
  status: 'passed',
  previousStatus: 'failed',
  assurance: 'partial',
  source: 'assessment',
  changedAt: TUESDAY,
  scanJobId: null,
  assessmentId: 'assessment',
} as const;

describe('the time line of a control', () => {
  it('is sorted newest first, with an effect above its cause', () => {
    const events = timelineOf({
      history: [BY_ASSESSMENT, BY_SCAN],
      results: [RESULT],
      assessments: [JUDGEMENT],
      evidence: [{ ...ARTIFACT, id: 'upload', type: 'manual' }, ARTIFACT],
    });
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([
      ['status', TUESDAY],
      ['assessment', TUESDAY],
      ['status', MONDAY],
      ['finding', MONDAY],
      ['evidence', MONDAY],
    ]);
    const [, , , , upload] = events;
    expect(upload).toMatchObject({ artifact: { type: 'manual' } });
    expect(events[3]).toMatchObject({ artifact: ARTIFACT });
  });

  it('has what scans found where it is another than before, with the later scans that found the same', () => {
    const each = (id: string, day: number, failingChecks: Result['failingChecks']): Result => {
      return { ...RESULT, id, failingChecks, detectedAt: `2026-11-0${day}T10:00:00.000Z` };
    };
    const more = { ...FAILED, resourcesFailed: 2 };
    const mfa = { id: 'aws.mfa', fault: 'No second factor', resourcesFailed: 1 };
    const [first, same] = [each('1', 1, [FAILED, mfa]), each('2', 2, [mfa, FAILED])];
    const [other, wider] = [each('3', 3, [mfa]), each('4', 4, [more])];
    const over = { ...each('5', 5, []), status: 'not_applicable' as const };
    const [again, last] = [each('6', 6, [FAILED, mfa]), each('7', 7, [FAILED, mfa])];
    const results = [last, again, over, wider, other, same, first];
    const events = timelineOf({ history: [], results, assessments: [], evidence: [] });
    expect(events).toEqual([
      { kind: 'finding', at: again.detectedAt, result: again, later: [last], artifact: null },
      { kind: 'finding', at: over.detectedAt, result: over, later: [], artifact: null },
      { kind: 'finding', at: wider.detectedAt, result: wider, later: [], artifact: null },
      { kind: 'finding', at: other.detectedAt, result: other, later: [], artifact: null },
      { kind: 'finding', at: first.detectedAt, result: first, later: [same], artifact: null },
    ]);
  });

  it('contains each assessment with its universal control', () => {
    const { universalControl, ...assessment } = JUDGEMENT;
    const mappings = [
      { universalControl: { ...universalControl, assessments: [assessment] } },
      { universalControl: { id: 'other', code: 'UCF-GOV-01', assessments: [] } },
    ];
    expect(judgementsOf(mappings)).toEqual([JUDGEMENT]);
  });

  it('has the universal control when an assessment changed the status', () => {
    const sources = { history: [BY_ASSESSMENT], results: [], evidence: [] };
    expect(timelineOf({ ...sources, assessments: [JUDGEMENT] })[0]).toMatchObject({ universalControlId: 'universal' });
    expect(timelineOf({ ...sources, assessments: [] })[0]).toMatchObject({ universalControlId: null });
  });

  it('folds what scans found while the status stayed, but for the newest, and counts how many found a failure', () => {
    const results = [5, 4, 3, 2].map((day) => ({
      ...RESULT,
      id: `result ${day}`,
      detectedAt: `2026-11-0${day}T10:00:00.000Z`,
      // Every other scan finds nothing.
      ...(day % 2 === 0 ? { status: 'not_applicable' as const, failingChecks: [] } : {}),
    }));
    const rows = rowsOf(timelineOf({ history: [], results, assessments: [], evidence: [] }));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ kind: 'finding', at: '2026-11-05T10:00:00.000Z' });
    expect(rows[1]).toMatchObject({
      kind: 'scanned',
      since: MONDAY,
      at: '2026-11-04T10:00:00.000Z',
      scans: 3,
      failed: 1,
    });
  });
});
