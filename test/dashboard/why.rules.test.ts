import { describe, expect, it } from 'vitest';
import { isInterrupted, whyOf, type Known } from '../../src/dashboard/app/pages/controls/why.rules.js';

const MONDAY = '2026-11-02T10:00:00.000Z';
const TUESDAY = '2026-11-03T10:00:00.000Z';
const FRIDAY = '2026-11-06T10:00:00.000Z';

const FAILED_ON_TUESDAY = {
  status: 'fail',
  summary: '3 of 9 buckets',
  detectedAt: TUESDAY,
  scanJobId: 'scan',
} as const;

const BY_SCAN = { reason: 'decided by scan results', reasonCode: 'scan_results', reasonDetail: null } as const;

function known(more: Partial<Known>): Known {
  return { status: 'failed', scope: { reason: null }, latestFinding: null, history: [], mappings: [], ...more };
}

function changed(status: Known['status'], changedAt: string): Known['history'][number] {
  return { status, changedAt, ...BY_SCAN, scanJobId: 'scan' };
}

function assessed(code: string, status: 'compliant' | 'partially_compliant' | 'not_assessed', assessedAt: string) {
  return { universalControl: { id: `id of ${code}`, code, assessment: { status, assessedAt } } };
}

describe('the reason for the status of a control', () => {
  it('is that of the decision which puts it out of scope, whatever scans and assessments say', () => {
    const history = [changed('not_applicable', FRIDAY), changed('failed', MONDAY)];
    const scope = { reason: 'Nobody works there.' };
    const mappings = [assessed('UCF-IAM-01', 'compliant', FRIDAY)];
    expect(
      whyOf(known({ status: 'not_applicable', scope, latestFinding: FAILED_ON_TUESDAY, history, mappings })),
    ).toEqual({ by: 'scope', since: FRIDAY, reason: 'Nobody works there.' });
  });

  it('is the finding of a scan, with the time of the change where that is earlier', () => {
    const latestFinding = FAILED_ON_TUESDAY;
    const why = { by: 'scan', moment: TUESDAY, scanId: 'scan', summary: '3 of 9 buckets' };
    expect(whyOf(known({ latestFinding, history: [changed('failed', TUESDAY)] }))).toEqual({ ...why, since: null });
    expect(whyOf(known({ latestFinding, history: [changed('failed', MONDAY)] }))).toEqual({ ...why, since: MONDAY });
  });

  it('has the time of the status, not of a later entry about how much of it is shown', () => {
    const history = [
      changed('failed', FRIDAY),
      changed('failed', MONDAY),
      changed('passed', '2026-11-01T10:00:00.000Z'),
    ];
    expect(whyOf(known({ latestFinding: FAILED_ON_TUESDAY, history })).since).toBe(MONDAY);
    const latestFinding = { ...FAILED_ON_TUESDAY, status: 'pass' } as const;
    expect(whyOf(known({ status: 'passed', latestFinding, history })).since).toBeNull();
  });

  it('is a failing scan, whatever a newer assessment says', () => {
    for (const verdict of ['compliant', 'partially_compliant'] as const) {
      const mappings = [assessed('UCF-IAM-03', verdict, FRIDAY)];
      expect(whyOf(known({ latestFinding: FAILED_ON_TUESDAY, mappings })).by).toBe('scan');
    }
  });

  it('is an assessment that is newer than a passing scan', () => {
    const mappings = [assessed('UCF-IAM-03', 'compliant', FRIDAY)];
    const latestFinding = { ...FAILED_ON_TUESDAY, status: 'pass' } as const;
    expect(whyOf(known({ status: 'passed', latestFinding, mappings }))).toEqual({
      by: 'assessment',
      since: null,
      moment: FRIDAY,
      universalControl: { id: 'id of UCF-IAM-03', code: 'UCF-IAM-03' },
      verdict: 'compliant',
    });
  });

  it('is not an assessment that is older than the scan', () => {
    const mappings = [assessed('UCF-IAM-03', 'compliant', MONDAY)];
    const latestFinding = { ...FAILED_ON_TUESDAY, status: 'pass' } as const;
    expect(whyOf(known({ status: 'passed', latestFinding, mappings })).by).toBe('scan');
  });

  it('is an assessment older than a scan that decided nothing', () => {
    const mappings = [assessed('UCF-IAM-03', 'compliant', MONDAY)];
    const latestFinding = { ...FAILED_ON_TUESDAY, status: 'not_applicable' } as const;
    expect(whyOf(known({ status: 'passed', latestFinding, mappings })).by).toBe('assessment');
  });

  it('is the worst of several assessments, whichever is newest', () => {
    const mappings = [
      assessed('UCF-IAM-01', 'compliant', FRIDAY),
      assessed('UCF-IAM-02', 'partially_compliant', TUESDAY),
      assessed('UCF-IAM-03', 'partially_compliant', MONDAY),
    ];
    expect(whyOf(known({ mappings }))).toMatchObject({ by: 'assessment', universalControl: { code: 'UCF-IAM-02' } });
  });

  it('is nothing when nothing was assessed, or when the decisive assessment was withdrawn', () => {
    expect(whyOf(known({ status: 'not_assessed' }))).toEqual({ by: 'nothing', since: null });
    const mappings = [assessed('UCF-IAM-03', 'not_assessed', FRIDAY)];
    const history = [changed('not_assessed', FRIDAY), changed('passed', MONDAY)];
    expect(whyOf(known({ status: 'not_assessed', history, mappings }))).toEqual({ by: 'nothing', since: FRIDAY });
  });

  it('is the ledger entry when neither a finding nor an assessment explains it', () => {
    const change = changed('passed', MONDAY);
    expect(whyOf(known({ status: 'passed', history: [change] }))).toEqual({
      by: 'ledger',
      since: MONDAY,
      scanId: 'scan',
      change,
    });
  });

  it('says of a failure that it stood over a scan without one, and only of scans since it began', () => {
    const since = '2026-11-02T10:00:00.000Z';
    const at = (day: string, status: string) => ({ status, detectedAt: `2026-11-${day}T10:00:00.000Z` });
    expect(isInterrupted(since, [at('05', 'fail'), at('04', 'not_applicable'), at('02', 'fail')])).toBe(true);
    expect(isInterrupted(since, [at('05', 'fail'), at('01', 'not_applicable')])).toBe(false);
    expect(isInterrupted(null, [at('05', 'not_applicable')])).toBe(false);
  });
});
