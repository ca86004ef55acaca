import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { MailServer } from '../mail/mail-server.js';
import { eventually } from '../support/eventually.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver } from '../webhooks/receiver.js';
import { createRule, logOf } from './notified-tenant.js';

const PERIOD_MS = 60_000;

describe('a scan in which something begins to fail', () => {
  let service: TestService;
  let mailServer: MailServer;
  let slack: Receiver;

  beforeAll(async () => {
    mailServer = new MailServer();
    slack = await Receiver.start(answers(200, {}, 'ok'));
    service = await startService({ settings: { smtpUrl: await mailServer.listen(), allowsPrivateWebhooks: true } });
  });
  afterAll(async () => {
    await service.stop();
    await slack.close();
    await mailServer.close();
  });

  const slackRule = async (rule: object) => {
    const webhook = { url: slack.url, events: ['audit.head_signed'], secret: 'a secret of the test', format: 'slack' };
    const { body } = await service.a.admin.post('/api/webhooks', webhook);
    const { id } = (body as { data: { id: string } }).data;
    return createRule(service.a.admin, { is_of_organization: true, webhook_id: id, ...rule });
  };
  const mailsOf = (address: string) =>
    mailServer.received.filter(({ to, raw }) => to.includes(address) && raw.includes('List-Unsubscribe:'));

  it('is sent to Slack and by mail with what failed and since when, and nothing of it to others', async () => {
    const { admin, member, emails } = service.a;
    const ofSlack = await slackRule({ name: 'Broken', events: ['new_findings', 'scan_failed'] });
    const ofMember = await createRule(member, { name: 'Mine', events: ['score_fell', 'new_findings'] });
    await createRule(service.b.admin, { events: ['new_findings'] });
    const prowler = await connect(admin, 'prowler');
    await runImport(admin, prowler, prowlerReport([auditTrail('PASS')]));
    const failing = await runImport(admin, prowler, prowlerReport([auditTrail('FAIL')]));

    const [sent] = await slack.first(1, PERIOD_MS);
    const text = sent?.body ?? '';
    expect(text).toContain('Notification: Broken');
    expect(text).toMatch(/New findings[^]*[1-9] critical and 0 high|0 critical and [1-9]\d* high/);
    expect(text).toContain(`/scans/${failing.id}`);
    const mail = await eventually(
      () => Promise.resolve(mailsOf(emails.member).find((each) => each.mail.text?.includes('New findings')) ?? null),
      PERIOD_MS,
    );
    expect(mail.mail.text).toContain(`/scans/${failing.id}`);

    await eventually(async () => ((await logOf(admin, ofSlack))[0]?.status === 'sent' ? true : null), PERIOD_MS);
    expect(await logOf(admin, ofSlack)).toMatchObject([{ events: ['new_findings'], event_count: 1, receiver: null }]);
    expect((await logOf(member, ofMember)).flatMap(({ events }) => events)).toContain('new_findings');
    expect(mailsOf(service.b.emails.admin)).toEqual([]);
  });
});
