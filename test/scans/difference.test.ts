import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

/** Decides SOC 2 CC6.6, CMMC IA.L2-3.5.3, HITRUST 01.j and PCI DSS 8.4.3. */
const MFA = 'iam_user_mfa_enabled_console_access';
/** Decides SOC 2 CC6.1, ISO 27001 A.8.3, HIPAA 164.312(a)(1) and NIST CSF PR.AA-05. */
const PUBLIC = 's3_bucket_public_access';

const DIFFERENCE = `{ scans(first: 25) { nodes { id failedControls
  sinceBefore { before beforeAt newlyFailing newlyFailingSeverities { severity count }
    newlyFailingChecks { severity count } noLongerFailing noLongerDecided } } } }`;

interface Listed {
  id: string;
  failedControls: number;
  sinceBefore: object | null;
}

let service: TestService;
let scans: ScanStatusBody[];
let other: ScanStatusBody;

beforeAll(async () => {
  service = await startService();
  const { admin } = service.a;
  const integration = await connect(admin, 'prowler');
  const publicBucket = { ...fails('bucket', PUBLIC), severity: 5 };
  const reports = [
    [fails('user', MFA), passes('bucket', PUBLIC)],
    [passes('user', MFA), publicBucket],
    [passes('user', MFA), publicBucket],
  ];
  scans = [];
  for (const report of reports) scans.push(await runImport(admin, integration, prowlerReport(report)));
  other = await runImport(admin, await connect(admin, 'prowler'), prowlerReport([passes('bucket', PUBLIC)]));
});
afterAll(() => service.stop());

async function listed(): Promise<Listed[]> {
  return (await service.a.member.data<{ scans: { nodes: Listed[] } }>(DIFFERENCE)).scans.nodes;
}

describe('what differs in a scan from the one before it', () => {
  it('is what newly fails and what no longer does, also where as many fail as before', async () => {
    const [first, second] = scans;
    const scan = (await listed()).find(({ id }) => id === second?.id);
    expect([first?.failed_controls, second?.failed_controls]).toEqual([4, 4]);
    expect(scan?.sinceBefore).toMatchObject({
      before: first?.id,
      newlyFailing: 4,
      newlyFailingSeverities: [{ severity: 'critical', count: 4 }],
      newlyFailingChecks: [{ severity: 'critical', count: 1 }],
      noLongerFailing: 4,
      noLongerDecided: 0,
    });
  });

  it('is nothing where the same controls fail', async () => {
    const scan = (await listed()).find(({ id }) => id === scans[2]?.id);
    expect(scan?.sinceBefore).toMatchObject({
      before: scans[1]?.id,
      newlyFailing: 0,
      newlyFailingSeverities: [],
      newlyFailingChecks: [],
      noLongerFailing: 0,
    });
  });

  it('is unknown of the first one, and of one that read another integration', async () => {
    const nodes = await listed();
    for (const { id } of [scans[0], other].filter((each) => each !== undefined)) {
      expect(nodes.find((each) => each.id === id)?.sinceBefore).toBeNull();
    }
  });

  it('is what a comparison of the two says', async () => {
    const { compareScans } = await service.a.member.data<{ compareScans: object }>(
      `query ($from: ID!, $to: ID!) { compareScans(from: $from, to: $to) {
        newlyFailed newlyFailedSeverities { severity count } noLongerFailing newlyPassed
        changes { previousStatus status severity checks { ruleId severity } } } }`,
      { from: scans[0]?.id, to: scans[1]?.id },
    );
    expect(compareScans).toMatchObject({
      newlyFailed: 4,
      newlyFailedSeverities: [{ severity: 'critical', count: 4 }],
      noLongerFailing: 4,
    });
    const { changes } = compareScans as { changes: { status: string; severity: string | null; checks: object[] }[] };
    expect(changes).toHaveLength(8);
    for (const { status, severity, checks } of changes.filter((each) => each.status === 'fail')) {
      expect({ status, severity }).toEqual({ status: 'fail', severity: 'critical' });
      expect(checks).toContainEqual({ ruleId: PUBLIC, severity: 'critical' });
    }
  });

  it('counts controls apart that the scan could not decide, as a check could not look', async () => {
    const [first, second] = scans;
    const [held] = await service.database.query<{ control_no: number; finding: string }>(
      `select control_no, finding from scan_results b where scan_id = $1 and status <> 'fail' and exists (
         select from scan_results a where a.scan_id = $2 and a.control_no = b.control_no and a.status = 'fail') limit 1`,
      [second?.id, first?.id],
    );
    const setFinding = (finding: string | undefined) =>
      service.database.query('update scan_results set finding = $1 where scan_id = $2 and control_no = $3', [
        finding,
        second?.id,
        held?.control_no,
      ]);
    await setFinding(
      '0 of 1 check passed, 1 could not look (Refused.): this does not show all that the control asks for.',
    );
    try {
      const scan = (await listed()).find(({ id }) => id === second?.id);
      expect(scan?.sinceBefore).toMatchObject({ noLongerFailing: 3, noLongerDecided: 1 });
      const { compareScans } = await service.a.member.data<{
        compareScans: { changes: { isNoLongerDecided: boolean }[] };
      }>(
        `query ($from: ID!, $to: ID!) { compareScans(from: $from, to: $to) {
          noLongerFailing noLongerDecided changes { isNoLongerDecided } } }`,
        { from: first?.id, to: second?.id },
      );
      expect(compareScans).toMatchObject({ noLongerFailing: 3, noLongerDecided: 1 });
      expect(compareScans.changes.filter(({ isNoLongerDecided }) => isNoLongerDecided)).toHaveLength(1);
    } finally {
      await setFinding(held?.finding);
    }
  });

  it('is read in one statement for as many scans as there are', async () => {
    const before = service.statements.length;
    await listed();
    const sent = service.statements.slice(before).filter((text) => text.includes('as "noLongerFailing"'));
    expect(sent).toHaveLength(1);
  });
});
