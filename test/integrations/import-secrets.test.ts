import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, resultsOf, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { storedObjects, tablesWith } from './stored-rows.js';
import { auditTrail, prowlerReport, SARIF, XCCDF } from './reports.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Invented secrets in the formats of their issuers, or beside a word that identifies them. */
const SECRETS = {
  accessKey: 'AKIAQ7ZX3WM5NT2BVC4L',
  password: 'correct-horse-Battery-9',
  githubToken: 'ghp_q7Zx3Wm5Nt2Bvc4LaB8dEf6GhJ9kLm0PqRsT',
  apiKey: '0f9e8d7c6b5a49382716f5e4d3c2b1a0',
  urlPassword: 'sw0rdfish-in-url',
};

const TEXT =
  `The key ${SECRETS.accessKey} is in the user data, password=${SECRETS.password} too, and ${SECRETS.githubToken}; ` +
  `api_key: "${SECRETS.apiKey}"; postgres://admin:${SECRETS.urlPassword}@db.example:5432/main`;

/** A report with secrets in all of its fields. */
function leakyReport(): string {
  const [finding] = JSON.parse(prowlerReport([{ ...auditTrail('FAIL'), text: TEXT }])) as Record<string, unknown>[];
  return JSON.stringify([
    {
      ...finding,
      finding_info: { title: `Title with ${TEXT}`, uid: SECRETS.accessKey, desc: TEXT },
      resources: [
        {
          uid: `arn:aws:ec2:::instance/${SECRETS.githubToken}`,
          name: TEXT,
          type: TEXT,
          region: SECRETS.accessKey,
          data: { metadata: TEXT },
        },
      ],
      unmapped: { compliance: { SOC2: ['cc_6_1', SECRETS.accessKey], [SECRETS.githubToken]: ['1'] }, notes: TEXT },
      remediation: { desc: TEXT },
      cloud: { account: { uid: SECRETS.accessKey } },
    },
  ]);
}

describe('a secret in a report', () => {
  let service: TestService;
  let integrationId = '';
  let scanId = '';

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    integrationId = await connect(service.a.admin, 'prowler');
    scanId = (await runImport(service.a.admin, integrationId, leakyReport())).id;
    await runImport(service.a.admin, integrationId, SARIF.replaceAll('Weak.', TEXT.replaceAll('"', '')));
    await runImport(service.a.admin, integrationId, XCCDF.replaceAll('Logs are looked at', TEXT.replaceAll('"', '')));
    await runScan(service.a.member);
  });
  afterAll(() => service.stop());

  it('does not prevent its finding, which fails its control', async () => {
    const result = (await resultsOf(service.a.member, scanId)).find((each) => each.control_id === '10.2.1.6');
    expect(result).toMatchObject({ status: 'fail', evaluated: true, resources_failed: 1 });
  });

  it('is found by the search of this test where it is planted', async () => {
    expect(await tablesWith(service, 'is in the user data')).toContain('public.scan_findings');
    const objects = await storedObjects(service);
    expect([...objects.values()].some((bytes) => bytes.includes('is in the user data'))).toBe(true);
  });

  it.each(Object.entries(SECRETS))('is in no column of any table: %s', async (_, secret) => {
    expect(await tablesWith(service, secret)).toEqual([]);
  });

  it.each(Object.entries(SECRETS))('is in no stored object: %s', async (_, secret) => {
    const objects = await storedObjects(service);
    expect(objects.size).toBeGreaterThan(4);
    expect([...objects].filter(([key, bytes]) => key.includes(secret) || bytes.includes(secret))).toEqual([]);
  });

  it('is not quoted in the refusal of a broken report', async () => {
    const broken = leakyReport().replace('"FAIL"', JSON.stringify(`password=${SECRETS.password}`));
    const { status, text } = await service.a.admin.upload(`/api/org/integrations/${integrationId}/import`, broken);
    expect(status).toBe(400);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  });
});
