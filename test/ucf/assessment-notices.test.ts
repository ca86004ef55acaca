import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { AssessmentNotices } from '../../src/modules/ucf/assessment-notices.js';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { createLog } from '../../src/platform/log.js';
import { OutgoingMails } from '../../src/platform/mail/outgoing-mails.js';
import { PublicUrl } from '../../src/platform/public-url.js';
import { catalogueOf, controlId, universalControlId } from '../catalogue/shipped.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { sentMails } from '../notices/mails.js';
import { eventually } from '../support/eventually.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from './assessments.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const DAY = 86_400_000;
const trail = catalogueOf()
  .controlById.get(controlId('pci-dss', '10.2.1.6'))
  ?.mappings.find(({ relationship }) => isFull(relationship))?.universalControl;
const GOVERNANCE = 'UCF-GOV-03';

describe('notices to the authors of assessments', () => {
  let service: TestService;
  let persistence: Persistence;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    persistence = await openPersistence(service.config, createLog('silent'), service);
  });
  afterAll(async () => {
    await persistence.close();
    await service.stop();
  });
  beforeEach(async () => {
    tenant = await service.addTenant(`Notified${(tenants += 1)}`, 'ENTERPRISE');
  });

  /** Runs the worker as it would so many days ahead; two of them at once. */
  const notify = async (days = 0) => {
    const { database, catalogue } = persistence;
    const notices = new AssessmentNotices({
      ...{ database, catalogue, log: createLog('silent'), publicUrl: new PublicUrl('https://crosswalk.example') },
      clock: { now: () => new Date(Date.now() + days * DAY), sleep: () => Promise.resolve() },
      mails: new OutgoingMails(new Vault(service.config.secretKey)),
      sender: { wake: () => Promise.resolve() },
    });
    const { signal } = new AbortController();
    await Promise.all([notices.run(signal), notices.run(signal)]);
  };
  const about = async (words: string) =>
    (await sentMails(service)).filter((mail) => mail.includes(`Notified${tenants}`) && mail.includes(words));
  /** The mails about something, once none waits any more. */
  const mails = async (words: string) => {
    await eventually(async () => {
      const waiting = await service.database.query('select 1 from mails where tenant_id = $1', [tenant.tenantId]);
      return waiting.length === 0 ? true : null;
    });
    return about(words);
  };
  const events = async () => {
    const found = await service.database.query<{ data: object }>(
      `select data from outbox where tenant_id = $1 and event = 'compliance.assessment_ends_soon'`,
      [tenant.tenantId],
    );
    return found.map(({ data }) => data);
  };
  const dispute = async (integration: string) => {
    await runImport(tenant.admin, integration, prowlerReport([auditTrail('FAIL')]));
  };

  it('say what contradicts an assessment and where to look, to its author alone, once', async () => {
    await service.database.query(`update tenants set timezone = 'Asia/Tokyo' where id = $1`, [tenant.tenantId]);
    const integration = await connect(tenant.admin, 'prowler');
    await assess(tenant.auditor, trail?.id ?? '', 'compliant', { details: 'Seen.' });
    await dispute(integration);
    await notify();
    await dispute(integration);
    await notify();
    const [mail, ...others] = await mails('contradict');
    expect(others).toEqual([]);
    expect(mail).toMatch(new RegExp(`^To: ${tenant.emails.auditor}\r?$`, 'm'));
    expect(mail).toMatch(new RegExp(`scan results contradict your assessment of\\s+${trail?.code ?? ''}`));
    expect(mail).toContain('PCI DSS 10.2.1.6 (failed)');
    expect(mail).toContain('fail on element');
    expect(mail).toMatch(/Assessed as compliant on \d+ \w+ \d{4} at \d\d:\d\d:\d\d (JST|GMT\+9)/);
    expect(mail).toContain(`https://crosswalk.example/mapping/universal/${trail?.id ?? ''}`);
  });

  it('say nothing where the author has assessed again before', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await assess(tenant.auditor, trail?.id ?? '', 'compliant', { details: 'Seen.' });
    await dispute(integration);
    await assess(tenant.auditor, trail?.id ?? '', 'non_compliant', { details: 'It does fail.' });
    await notify();
    expect(await mails('contradict')).toEqual([]);
  });

  it('go to every admin where the author is no member any more', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    const { assessed_by: author } = await assess(tenant.auditor, trail?.id ?? '', 'compliant', { details: 'Seen.' });
    await dispute(integration);
    await tenant.admin.data('mutation ($i: RemoveMemberInput!) { removeMember(input: $i) { member { id } } }', {
      i: { userId: author.id },
    });
    await notify();
    const [mail, ...others] = await mails('contradict');
    expect(others).toEqual([]);
    expect(mail).toMatch(new RegExp(`^To: ${tenant.emails.admin}\r?$`, 'm'));
    expect(mail).toContain(`the assessment of ${trail?.code ?? ''} by ${author.name}`);
  });

  it('come once, 30 days before an assessment expires, as mail and event', async () => {
    const expiresAt = new Date(Date.now() + 60 * DAY).toISOString();
    const { id, assessed_by: author } = await assess(tenant.auditor, universalControlId(GOVERNANCE), 'compliant', {
      details: 'Seen.',
      expires_at: expiresAt,
    });
    await notify(29);
    expect(await events()).toEqual([]);
    await notify(30.01);
    await notify(31);
    expect(await events()).toEqual([
      {
        assessment_id: id,
        assessed_by: author.id,
        assessed_as: 'compliant',
        universal_control: GOVERNANCE,
        universal_control_uuid: universalControlId(GOVERNANCE),
        expires_at: expiresAt,
      },
    ]);
    const [mail, ...others] = await mails('soon');
    expect(others).toEqual([]);
    expect(mail).toMatch(new RegExp(`your assessment of\\s+${GOVERNANCE}\\s+ends soon`));
  });

  it('do not come for an assessment that another one has replaced', async () => {
    const expiresAt = new Date(Date.now() + 60 * DAY).toISOString();
    await assess(tenant.auditor, universalControlId(GOVERNANCE), 'compliant', { expires_at: expiresAt });
    await assess(tenant.auditor, universalControlId(GOVERNANCE), 'compliant');
    await notify(31);
    expect(await events()).toEqual([]);
    expect(await mails('soon')).toEqual([]);
  });
});
