import { describe, expect, it } from 'vitest';
import { contentOf } from '../../src/modules/reports/content/content.rules.js';
import { decisionNow, decisionThen, isInDate } from '../../src/modules/reports/decision.rules.js';
import type { ReportFacts, ScanDecision } from '../../src/modules/reports/report-facts.js';
import type { ReportTypeName } from '../../src/modules/reports/report-kinds.js';
import { artifact, AS_OF, byAssessment, byScan, daysAgo, facts, failing, report } from './tiny-facts.js';

const contentAs = (about: ReportFacts, type: ReportTypeName) =>
  contentOf(about, { type, language: 'en', publicUrl: 'https://crosswalk.example' });

/** One of each status; worked out by hand below. */
const FOUR = report(
  [
    facts('CC1.1', 'failed', {
      decision: byScan('It fails.', 'high'),
      failingRules: failing('one'),
      evidence: { automatic: 40, manual: 0, inDate: 2, listed: [artifact(1, 2), artifact(2, 45)] },
    }),
    facts('CC1.2', 'passed', {
      assurance: { level: 'full', shown: 1, needed: 1 },
      decision: byAssessment('compliant', 400),
      evidence: { automatic: 0, manual: 1, inDate: 0, listed: [artifact(3, 400, { type: 'manual' })] },
    }),
    facts('CC1.10', 'not_assessed'),
    facts('CC2.1', 'not_applicable', { decision: byScan('Nothing in scope.', null, 31) }),
  ],
  { '1.1': 'passed' },
);

describe('the content of every report', () => {
  const content = contentAs(FOUR, 'gap_analysis');

  it('contains both scores and the counts of all four statuses', () => {
    expect(content).toMatchObject({
      // 1 of 3: CC2.1 is out of scope.
      assured_score: 33.3,
      compliance_score: 33.3,
      totals: {
        total_controls: 3,
        passed_controls: 1,
        assured_controls: 1,
        failed_controls: 1,
        not_applicable_controls: 1,
        not_assessed_controls: 1,
      },
      control_status: [
        { control_id: 'CC1.1', title: 'CC1.1', status: 'failed', assurance: null },
        { control_id: 'CC1.2', title: 'CC1.2', status: 'passed', assurance: 'full' },
        { control_id: 'CC1.10', title: 'CC1.10', status: 'not_assessed', assurance: null },
        { control_id: 'CC2.1', title: 'CC2.1', status: 'not_applicable', assurance: null },
      ],
    });
  });

  it('counts a control that is passed in part in the score only', () => {
    const partial = { level: 'partial', shown: 0, needed: 1 } as const;
    const about = report([
      facts('CC1.1', 'passed', { assurance: partial, isDisputed: true }),
      facts('CC1.2', 'failed'),
    ]);
    expect(contentAs(about, 'compliance_summary')).toMatchObject({
      assured_score: 0,
      compliance_score: 50,
      totals: { passed_controls: 1, assured_controls: 0 },
      control_status: [{ assurance: 'partial' }, { assurance: null }],
      compliance_summary: {
        categories: [{ assured_score: 0, score: 50, passed_controls: 1, assured_controls: 0 }],
        controls: [
          { assurance: partial, disputed: true },
          { assurance: null, disputed: false },
        ],
      },
    });
  });

  it('contains remediation steps of failed controls and links to evidence', () => {
    expect(content.remediation_steps).toMatchObject([
      { rank: 1, control_id: 'CC1.1', severity: 'high', effort: 'low' },
    ]);
    expect(content.evidence_references).toMatchObject([
      { control_ids: ['CC1.1'], href: `https://crosswalk.example/api/evidence/${artifact(1, 2).id}`, in_date: true },
      { control_ids: ['CC1.1'], in_date: false },
      { control_ids: ['CC1.2'], type: 'manual' },
    ]);
  });
});

/** Of each scan, as bytes of a posture: 128 stands for a control that is shown in full, 0 and 1 for parts; 192 is disputed too. */
const ASSURANCES = [
  [1, 64, 0, 192],
  [0, 128, 0, 1],
];

describe('the executive summary', () => {
  it('contains both scores, coverage, freshness, trend and score change', () => {
    // 2 of the 3 in scope have a status. Of these CC1.1 (a scan of yesterday) is in date; CC1.2 (an assessment of 400 days ago) is
    // not. CC2.1 was in scope at the former scans.
    const trend = [
      { scanJobId: 'a', completedAt: daysAgo(2), statuses: ['passed', 'failed', 'not_assessed', 'passed'] as const },
      { scanJobId: 'b', completedAt: daysAgo(1), statuses: ['failed', 'failed', 'not_assessed', 'passed'] as const },
    ].map((point, index) => ({ ...point, statuses: [...point.statuses], assurances: ASSURANCES[index] ?? [] }));
    expect(contentAs(report(FOUR.controls, {}, { trend }), 'executive_summary')).toMatchObject({
      executive_summary: {
        assured_score: 33.3,
        previous_assured_score: 25,
        score: 33.3,
        previous_score: 50,
        score_change: -16.7,
        coverage_percentage: 66.7,
        freshness_percentage: 50,
        failed_by_severity: { critical: 0, high: 1, medium: 0, low: 0, informational: 0 },
        trend: [
          {
            scan_job_id: 'a',
            assured_score: 25,
            score: 50,
            passed_controls: 2,
            assured_controls: 1,
            failed_controls: 1,
          },
          {
            scan_job_id: 'b',
            assured_score: 0,
            score: 25,
            passed_controls: 1,
            assured_controls: 0,
            failed_controls: 2,
          },
        ],
        changes: {
          since_scan_job_id: 'a',
          improved: [{ control_id: 'CC1.2', previous_status: 'failed', status: 'passed' }],
          worsened: [{ control_id: 'CC1.1', previous_status: 'passed', status: 'failed' }],
          other: [{ control_id: 'CC2.1', previous_status: 'passed', status: 'not_applicable' }],
        },
      },
    });
  });

  it('has a null score change for the first scan', () => {
    expect(contentAs(FOUR, 'executive_summary')).toMatchObject({
      executive_summary: {
        previous_assured_score: null,
        previous_score: null,
        score_change: null,
        changes: { since: null, improved: [] },
      },
    });
  });
});

describe('the evidence collection', () => {
  it('counts artifacts that are in date, expired and missing', () => {
    expect(contentAs(FOUR, 'evidence_collection')).toMatchObject({
      evidence_collection: {
        total_controls: 3,
        with_evidence: 2,
        in_date: 1,
        out_of_date: 1,
        missing: 1,
        automatic_only: 1,
        with_manual: 1,
        completeness_percentage: 33.3,
        gaps: [
          { control_id: 'CC1.2', state: 'out_of_date' },
          { control_id: 'CC1.10', state: 'missing' },
        ],
        controls: [
          {
            control_id: 'CC1.1',
            state: 'in_date',
            automatic: 40,
            manual: 0,
            in_date: 2,
            age_days: 2,
            next_expiry: null,
          },
          { control_id: 'CC1.2', state: 'out_of_date', age_days: 400 },
          { control_id: 'CC1.10', state: 'missing', age_days: null, newest_at: null },
          { control_id: 'CC2.1', state: 'missing' },
        ],
      },
    });
  });
});

describe('the decision behind a status', () => {
  const result = byScan('It fails.') as ScanDecision;
  const noted = byAssessment('compliant', 1);

  const again = { ...byAssessment('non_compliant', 3), assessmentId: 'again' };

  it('now is the assessment that decides, however old, else the scan result', () => {
    const known = { status: 'failed', assessments: [noted, again], result } as const;
    expect(decisionNow({ ...known, decidingId: 'again' })).toBe(again);
    expect(decisionNow({ ...known, decidingId: null })).toBe(result);
    expect(decisionNow({ ...known, status: 'not_assessed', decidingId: null })).toBeNull();
  });

  it.each([
    ['the newer assessment that says so', 'passed', [noted], daysAgo(2), 'assessment'],
    ['the scan, where the assessment is older', 'failed', [noted], daysAgo(0), 'scan'],
    ['the scan, where the assessment says otherwise', 'failed', [noted], null, 'scan'],
    ['the worst of the newer ones', 'failed', [noted, byAssessment('non_compliant')], daysAgo(2), 'assessment'],
    ['nothing, where it is not assessed', 'not_assessed', [], null, undefined],
  ] as const)('of a former moment is %s', (_, status, assessments, votedAt, source) => {
    expect(decisionThen({ status, assessments, result, votedAt, lastChange: null })?.source).toBe(source);
  });

  it('of a former moment is an older assessment that counted again, until a scan result leads to the status', () => {
    const then = (resultAt: Date) =>
      decisionThen({
        status: 'failed',
        assessments: [again],
        result: { ...result, at: resultAt },
        votedAt: daysAgo(2),
        lastChange: { at: daysAgo(1), assessmentId: 'again' },
      });
    expect(then(daysAgo(4))).toBe(again);
    expect(then(daysAgo(0))?.source).toBe('scan');
  });

  it('is in date for 30 days after a scan and 365 days after an assessment', () => {
    expect(isInDate(byScan('', null, 30), AS_OF)).toBe(true);
    expect(isInDate(byScan('', null, 31), AS_OF)).toBe(false);
    expect(isInDate(byAssessment('compliant', 365), AS_OF)).toBe(true);
    expect(isInDate(byAssessment('compliant', 366), AS_OF)).toBe(false);
    expect(isInDate({ ...byAssessment('compliant', 1), hasExpiredEvidence: true }, AS_OF)).toBe(false);
  });
});
