import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentMails } from '../notices/mails.js';
import { createKey } from '../support/api-keys.js';
import { Client, type Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { codeAt } from './one-time-code.js';
import { resetTokenOf } from './reset-token.js';
import { ShiftedClock } from './shifted-clock.js';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'another horse, another battery';
const REQUEST = 'mutation ($i: RequestPasswordResetInput!) { requestPasswordReset(input: $i) { isAccepted } }';
const RESET = 'mutation ($i: ResetPasswordInput!) { resetPassword(input: $i) { isReset } }';

describe('a new password by mail', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ clock, settings: { trustProxy: true } });
  });
  afterAll(() => service.stop());

  const addTenant = (): Promise<TestTenant> => service.addTenant(`Org${(tenants += 1)}`, 'STARTER');
  /** Asks from an address of its own, so that the limit of addresses is not reached by chance. */
  const ask = (email: string, from = `198.51.100.${tenants}`) =>
    service.anonymous.post('/graphql', { query: REQUEST, variables: { i: { email } } }, { 'x-forwarded-for': from });
  const reset = (input: object) => service.anonymous.graphql(RESET, { i: { password: NEW_PASSWORD, ...input } });
  const logIn = async (email: string, password: string) =>
    (await service.anonymous.post('/api/auth/login', { email, password })).status;
  const codeOf = ({ body }: Answer) =>
    (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;

  it('is set once by the link, ends sessions and keys, sends mails and is audited', async () => {
    const { emails, member, admin } = await addTenant();
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    await ask(emails.member.toUpperCase());
    const token = await resetTokenOf(service, emails.member);
    expect(await logIn(emails.member, PASSWORD)).toBe(200);
    expect(codeOf(await reset({ token }))).toBeNull();
    expect(await logIn(emails.member, PASSWORD)).toBe(401);
    expect(await logIn(emails.member, NEW_PASSWORD)).toBe(200);
    for (const client of [member, key]) expect((await client.get('/api/org/profile')).status).toBe(401);
    expect(codeOf(await reset({ token, password: 'a third one, and a longer one' }))).toBe('GONE');
    const { auditLog } = await admin.data<{ auditLog: { nodes: { action: string; actor: object }[] } }>(
      '{ auditLog(first: 20, action: "member.") { nodes { action actor { type name } } } }',
    );
    expect(auditLog.nodes.find(({ action }) => action === 'member.password_reset')).toMatchObject({
      actor: { type: 'user', name: expect.stringMatching(/member$/) as string },
    });
    await eventually(async () => {
      const sent = (await sentMails(service)).filter((mail) => mail.includes('set by a link in a mail'));
      return sent.some((mail) => mail.includes(`To: ${emails.admin}`)) ? sent : null;
    });
    const stored = await service.database.query<{ text: string }>(
      'select to_jsonb(a)::text as text from accounts a where email = $1',
      [emails.member],
    );
    expect(stored[0]?.text).not.toContain(token);
  });

  it('leaves the API keys valid with `revokeApiKeys: false`', async () => {
    const { emails, member } = await addTenant();
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    await ask(emails.member);
    await reset({ token: await resetTokenOf(service, emails.member), revokeApiKeys: false });
    expect((await key.get('/api/org/profile')).status).toBe(200);
  });

  it('answers the same to addresses with and without an account, and mails the ones alone', async () => {
    const { emails } = await addTenant();
    const [known, unknown] = [await ask(emails.auditor), await ask('nobody@nowhere.example')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.body).toEqual({ data: { requestPasswordReset: { isAccepted: true } } });
    await resetTokenOf(service, emails.auditor);
    expect((await sentMails(service)).join('')).not.toContain('nowhere.example');
  });

  it('is answered before anything is written to the account, so that its time reveals nothing', async () => {
    const { emails } = await addTenant();
    // The account is locked by somebody else: who wrote to it first would not answer.
    await service.database.query('begin');
    await service.database.query('select id from accounts where email = $1 for update', [emails.admin]);
    const answer = await ask(emails.admin);
    expect(answer.status).toBe(200);
    await service.database.query('rollback');
    await resetTokenOf(service, emails.admin);
  });

  it('ends with 30 minutes, a newer link, a changed password, and the membership', async () => {
    const { emails } = await addTenant();
    await ask(emails.member);
    const first = await resetTokenOf(service, emails.member);
    await clock.at(30 * MINUTE_MS + 1_000, async () => expect(codeOf(await reset({ token: first }))).toBe('GONE'));
    await ask(emails.member);
    const second = await resetTokenOf(service, emails.member, [first]);
    expect(codeOf(await reset({ token: first }))).toBe('GONE');
    await service.app.tenants.setPassword(emails.member, 'set by the operator, at length');
    expect(codeOf(await reset({ token: second }))).toBe('GONE');
    await ask(emails.auditor);
    const third = await resetTokenOf(service, emails.auditor);
    await service.database.query('update users set removed_at = now(), account_id = null where email = $1', [
      emails.auditor,
    ]);
    expect(codeOf(await reset({ token: third }))).toBe('GONE');
    expect(codeOf(await reset({ token: 'made-up' }))).toBe('GONE');
  });

  it('is sent to no account without a password', async () => {
    const { emails } = await addTenant();
    await service.database.query('update accounts set password_hash = null where email = $1', [emails.member]);
    await ask(emails.member);
    await ask(emails.admin);
    await resetTokenOf(service, emails.admin);
    expect((await sentMails(service)).filter((mail) => mail.includes(`To: ${emails.member}`))).toEqual([]);
  });

  it('is refused where the password is, and the link stays', async () => {
    const { emails } = await addTenant();
    await ask(emails.member);
    const token = await resetTokenOf(service, emails.member);
    expect(codeOf(await reset({ token, password: 'too short' }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await reset({ token, password: 'password password' }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await reset({ token }))).toBeNull();
  });

  it('needs a one-time code where codes are in force, and a wrong one leaves the link', async () => {
    const { emails, member } = await addTenant();
    const { enrolMfa } = await member.data<{ enrolMfa: { enrolment: { secret: string } } }>(
      'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }',
      { i: { password: PASSWORD } },
    );
    const { confirmMfa } = await member.data<{ confirmMfa: { recoveryCodes: string[] } }>(
      'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }',
      { i: { otp: codeAt(enrolMfa.enrolment.secret, clock.now().getTime()) } },
    );
    await ask(emails.member);
    const token = await resetTokenOf(service, emails.member);
    expect(codeOf(await reset({ token }))).toBe('MFA_REQUIRED');
    expect(codeOf(await reset({ token, otp: '000000' }))).toBe('INVALID_CREDENTIALS');
    expect(await logIn(emails.member, NEW_PASSWORD)).toBe(401);
    expect(codeOf(await reset({ token, otp: confirmMfa.recoveryCodes[0] }))).toBeNull();
  });

  it('can be asked for from an address that the account has logged in from, whatever strangers ask for', async () => {
    const { emails } = await addTenant();
    const home = { 'x-forwarded-for': '203.0.116.1' };
    await service.anonymous.post('/api/auth/login', { email: emails.auditor, password: PASSWORD }, home);
    for (let time = 0; time < 6; time += 1) await ask(emails.auditor, `203.0.117.${time}`);
    expect(codeOf(await ask(emails.auditor, '203.0.117.7'))).toBe('RATE_LIMITED');
    expect(codeOf(await ask(emails.auditor, '203.0.116.1'))).toBeNull();
  });

  it.each([
    ['one address for one account', 3, () => '203.0.113.1', (email: string) => email],
    ['many addresses for one account', 6, (time: number) => `203.0.114.${time}`, (email: string) => email],
    ['one address for many accounts', 20, () => '203.0.115.1', (_email: string, time: number) => `n${time}@x.example`],
  ])('can be asked for from %s %i times in 15 minutes', async (_what, limit, from, of) => {
    const { emails } = await addTenant();
    const codes: (string | null)[] = [];
    for (let time = 0; time <= limit; time += 1) codes.push(codeOf(await ask(of(emails.auditor, time), from(time))));
    expect(codes).toEqual([...Array<null>(limit).fill(null), 'RATE_LIMITED']);
    await clock.at(15 * MINUTE_MS + 1_000, async () => {
      expect(codeOf(await ask(of(emails.auditor, 0), from(0)))).toBeNull();
    });
  });
});
