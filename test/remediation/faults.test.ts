import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_MFA } from '../catalogue/decided.js';
import { shippedContent } from '../catalogue/shipped.js';
import { fails, prowlerReport, verdictOn } from '../integrations/reports.js';
import type { Client } from '../support/client.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface Stated {
  fault: string;
  title: string;
}

/** Rules of Prowler, with what is wrong where they fail: one that is a check, two that only resemble one, one that nobody knows. */
const UNKNOWN = verdictOn('CC6.1', 'FAIL');
const FAULTS = [
  ['s3_bucket_object_versioning', 'S3 buckets have object versioning off or suspended'],
  ['cloudtrail_multi_region_enabled', 'About cloudtrail_multi_region_enabled'],
  ['ecr_repositories_tag_immutability', 'About ecr_repositories_tag_immutability'],
  [UNKNOWN.rule, `About ${UNKNOWN.rule}`],
];
const stated = new Map(shippedContent().checkFiles.flatMap(({ checks }) => checks.map(({ id, fault }) => [id, fault])));

let service: TestService;
let imported: Client;
beforeAll(async () => {
  service = await startService();
  await connect(service.a.admin, 'demo');
  await runScan(service.a.admin);
  ({ admin: imported } = await service.addTenant('Imported', 'ENTERPRISE'));
  const report = [...FAULTS.slice(0, 3).map(([rule]) => fails('r-1', rule)), UNKNOWN];
  await runImport(imported, await connect(imported, 'prowler'), prowlerReport(report));
});
afterAll(() => service.stop());

describe('what is wrong', () => {
  it('is, in the remediation queue, what the check states', async () => {
    const { remediationQueue: queue } = await service.a.member.data<{ remediationQueue: (Stated & { id: string })[] }>(
      '{ remediationQueue(first: 100) { id title fault } }',
    );
    expect(queue.length).toBeGreaterThan(20);
    for (const { id, title, fault } of queue) {
      expect(fault, id).toBe(stated.get(id));
      expect(fault).not.toBe(title);
    }
  });

  it('is, in the steps of a plan over REST, what the check states, and the title of a judgement', async () => {
    const { admin } = await service.addTenant('Planned', 'ENTERPRISE');
    const { check, prowler } = CONSOLE_MFA[1];
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport([fails('r-1', prowler)]));
    const { status, body } = await admin.post('/api/compliance/plan', {
      target: { framework: 'pci-dss', controls: ['8.4.3'] },
    });
    expect(status).toBe(200);
    const { steps } = (body as { data: { steps: (Stated & { check_id: string | null })[] } }).data;
    expect(steps.find(({ check_id: id }) => id === check)).toMatchObject({
      title: 'Console users have multi-factor authentication',
      fault: 'Console users have no multi-factor authentication',
    });
    for (const { title, fault } of steps.filter(({ check_id: id }) => id === null)) expect(fault).toBe(title);
  });

  it('is the title that the scanner gave of a rule that is no check, and of one that only resembles it', async () => {
    const { remediationQueue: queue } = await imported.data<{ remediationQueue: Stated[] }>(
      '{ remediationQueue(first: 100) { fault } }',
    );
    expect(queue.map(({ fault }) => fault).toSorted()).toEqual(FAULTS.map(([, fault]) => fault).toSorted());
  });

  it.each(['graph', 'REST'])('is the same of findings, by %s', async (how) => {
    const found =
      how === 'graph'
        ? (
            await imported.data<{ findings: { nodes: { ruleId: string; fault: string }[] } }>(
              '{ findings { nodes { ruleId fault } } }',
            )
          ).findings.nodes.map(({ ruleId, fault }) => [ruleId, fault])
        : (await imported.rest<{ rule_id: string; fault: string }[]>('/api/findings')).map(
            ({ rule_id: rule, fault }) => [rule, fault],
          );
    expect(found.toSorted()).toEqual(FAULTS.toSorted());
  });

  it('is, of a check that stands for rules which only resemble ours, its title', async () => {
    const checks = await imported.rest<(Stated & { id: string })[]>('/api/checks?status=failing');
    expect(checks.map(({ id, fault }) => [id, fault])).toEqual([
      ['aws.s3.bucket-object-versioning', 'S3 buckets have object versioning off or suspended'],
      ['prowler.aws.ecr.repositories-tag-immutability', 'ECR image tags cannot be overwritten'],
      ['prowler.cloudtrail_multi_region_enabled', 'Trails log changes in every enabled region'],
      [`prowler:${UNKNOWN.rule}`, `About ${UNKNOWN.rule}`],
    ]);
  });
});
