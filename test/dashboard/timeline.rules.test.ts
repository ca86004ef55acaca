import { describe, expect, it } from 'vitest';
import { judgementsOf, timelineOf } from '../../src/dashboard/app/pages/controls/timeline.rules.js';

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
const FINDING = { id: 'finding', status: 'fail', summary: '', detectedAt: MONDAY, scanJobId: 'scan' } as const;
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
      latestFinding: FINDING,
      assessments: [JUDGEMENT],
      evidence: [ARTIFACT],
    });
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([
      ['status', TUESDAY],
      ['assessment', TUESDAY],
      ['status', MONDAY],
      ['finding', MONDAY],
      ['evidence', MONDAY],
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
    const sources = { history: [BY_ASSESSMENT], latestFinding: null, evidence: [] };
    expect(timelineOf({ ...sources, assessments: [JUDGEMENT] })[0]).toMatchObject({ universalControlId: 'universal' });
    expect(timelineOf({ ...sources, assessments: [] })[0]).toMatchObject({ universalControlId: null });
  });
});
