import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simpleParser } from 'mailparser';
import { accept, codeOf, invite, revoke, tokenOf, type InvitationBody } from '../organizations/inviting.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { MailServer, type Received } from './mail-server.js';

describe('the mail of an invitation, by SMTP', () => {
  const server = new MailServer();
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      settings: { smtpUrl: await server.listen(), mailFrom: 'Crosswalk <no-reply@crosswalk.example>' },
    });
  });
  afterAll(async () => {
    await service.stop();
    await server.close();
  });

  const arrived = (to: string): Promise<Received> =>
    eventually(async () => server.received.find((each) => each.to.includes(to)) ?? null);

  it('has the link in text and in HTML, and the response does not', async () => {
    const answer = await invite(service.a.admin, 'reader@partner.example', 'auditor');
    expect(answer.body).toMatchObject({ data: { status: 'pending', invite_url: null } });
    const { from, to, mail } = await arrived('reader@partner.example');
    expect([from, to]).toEqual(['no-reply@crosswalk.example', ['reader@partner.example']]);
    expect(mail.subject).toBe('Invitation to Alpha on Crosswalk');
    expect(mail.from?.text).toBe('"Crosswalk" <no-reply@crosswalk.example>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    const link = new RegExp(`${service.baseUrl}/register\\?token=[\\w-]{43}`);
    const [url = ''] = link.exec(mail.text ?? '') ?? [];
    expect(mail.text).toContain('to join Alpha on Crosswalk as an auditor');
    expect(mail.html).toContain(`href="${url}"`);
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(codeOf(await accept(service.anonymous, token))).toBeNull();
  });

  it('is sent again when the invitation is renewed, with only the new link', async () => {
    await invite(service.a.admin, 'twice@partner.example');
    const first = await arrived('twice@partner.example');
    const again = await invite(service.a.admin, 'twice@partner.example');
    expect(again.status).toBe(200);
    const second = await eventually(
      async () => server.received.find((each) => each !== first && each.to.includes('twice@partner.example')) ?? null,
    );
    const tokens = [first, second].map(({ mail }) => /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '');
    expect(new Set(tokens).size).toBe(2);
    expect(codeOf(await accept(service.anonymous, tokens[0] ?? ''))).toBe('GONE');
    expect(codeOf(await accept(service.anonymous, tokens[1] ?? ''))).toBeNull();
  });

  it('has no header, address or markup that is injected by a name', async () => {
    const { admin } = await service.addTenant('Gamma', 'STARTER');
    const given = 'Ünï <b>"Corp"</b>, Bcc: all@evil.example & Söhne';
    const name = 'Ünï <b>"Corp"</b>, Bcc: all[at]evil[.]example & Söhne';
    expect((await admin.put('/api/org/profile', { name: given })).status).toBe(200);
    await invite(admin, "o'brien+tag@partner.example");
    const { to, mail, raw } = await arrived("o'brien+tag@partner.example");
    expect(to).toEqual(["o'brien+tag@partner.example"]);
    expect(mail.subject).toBe(`Invitation to ${name} on Crosswalk`);
    expect(raw).not.toMatch(/^bcc:/im);
    expect(mail.text).toContain(name);
    expect(mail.html).toContain('Ünï &lt;b&gt;&quot;Corp&quot;&lt;/b&gt;, Bcc: all[at]evil[.]example &amp; Söhne');
  });

  it('is deleted when it has been handed over', async () => {
    await arrived('reader@partner.example');
    await eventually(async () => ((await service.database.query('select 1 from mails')).length === 0 ? true : null));
  });

  it('waits where the server defers it, and is sent later, once', async () => {
    server.refusals.push(451);
    await invite(service.a.admin, 'later@partner.example');
    const [waiting] = await eventually(async () => {
      const found = await service.database.query<{ attempts: number; last_error: string; message: string }>(
        'select attempts, last_error, message from mails where last_error is not null',
      );
      return found.length > 0 ? found : null;
    });
    expect(waiting).toMatchObject({ attempts: 1, last_error: '{"code":"EENVELOPE","responseCode":451}' });
    expect(waiting?.message).toMatch(/^v1\./);
    await tryAgainNow(service);
    await arrived('later@partner.example');
    await eventually(async () => ((await service.database.query('select 1 from mails')).length === 0 ? true : null));
    expect(server.received.filter(({ to }) => to.includes('later@partner.example'))).toHaveLength(1);
  });

  it('fails where the server refuses it for good, and its content is deleted', async () => {
    const before = server.attempts;
    server.refusals.push(550);
    const answer = await invite(service.a.admin, 'unknown@partner.example');
    const { id } = (answer.body as { data: InvitationBody }).data;
    const [failed] = await eventually(async () => {
      const found = await service.database.query<object>(
        'select reference, attempts, message, last_error from mails where failed_at is not null',
      );
      return found.length > 0 ? found : null;
    });
    expect(failed).toEqual({
      reference: `invitation ${id}`,
      attempts: 1,
      message: null,
      last_error: '{"code":"EENVELOPE","responseCode":550}',
    });
    expect(server.attempts - before).toBe(1);
    // Inviting again sends again.
    expect((await invite(service.a.admin, 'unknown@partner.example')).status).toBe(200);
    await arrived('unknown@partner.example');
  });

  it('is not sent after the invitation is revoked', async () => {
    server.refusals.push(451);
    const answer = await invite(service.a.admin, 'never@partner.example');
    await eventually(async () => (server.refusals.length === 0 ? true : null));
    expect(codeOf(await revoke(service.a.admin, (answer.body as { data: InvitationBody }).data.id))).toBeNull();
    expect(await service.database.query('select 1 from mails where failed_at is null')).toEqual([]);
  });
});

describe('an invitation while the mail server is unavailable', () => {
  it('is stored, and its mail is sent when the server is back', async () => {
    const away = new MailServer();
    const smtpUrl = await away.listen();
    await away.close();
    const service = await startService({ settings: { smtpUrl } });
    expect((await invite(service.a.admin, 'patient@partner.example')).status).toBe(201);
    await eventually(async () => {
      const failed = await service.database.query('select 1 from mails where last_error is not null');
      return failed.length > 0 ? true : null;
    });
    const back = new MailServer();
    await back.listen(Number(new URL(smtpUrl).port));
    await tryAgainNow(service);
    const { mail } = await eventually(
      async () => back.received.find(({ to }) => to.includes('patient@partner.example')) ?? null,
    );
    expect(mail.text).toContain('/register?token=');
    await service.stop();
    await back.close();
  });
});

describe('the mail of an invitation, without a mail server', () => {
  it('is a file that mail programs read, readable by its owner alone', async () => {
    const service = await startService();
    const answer = await invite(service.a.admin, 'file@partner.example');
    const directory = join(service.config.dataDir, 'mail');
    const name = await eventually(async () => (await readdir(directory).catch(() => []))[0] ?? null);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f-]{36}\.eml$/);
    await eventually(async () => ((await service.database.query('select 1 from mails')).length === 0 ? true : null));
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    const mail = await simpleParser(await readFile(join(directory, name)));
    expect(mail.text).toContain(`/register?token=${tokenOf(answer)}`);
    await service.stop();
  });
});

/** Makes the next attempt due, and notifies the sender by a new invitation. */
async function tryAgainNow({ database, b }: TestService): Promise<void> {
  await database.query('update mails set next_attempt_at = now()');
  await invite(b.admin, 'wakes@partner.example');
}
