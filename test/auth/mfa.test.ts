import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../support/client.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { codeAt } from './one-time-code.js';
import { ShiftedClock } from './shifted-clock.js';

const STEP_MS = 30_000;
const ENROL = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret otpauthUri } } }';
const CONFIRM = 'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { user { mfaEnabled } recoveryCodes } }';
const DISABLE = 'mutation ($i: DisableMfaInput!) { disableMfa(input: $i) { user { mfaEnabled } } }';
const RESET = 'mutation ($i: ResetMemberMfaInput!) { resetMemberMfa(input: $i) { member { mfaEnabled } } }';

/** A clock that stands still in the middle of a step, so that no code expires during a test. */
class StillClock extends ShiftedClock {
  private readonly startedAt = (Math.floor(Date.now() / STEP_MS) + 0.5) * STEP_MS;

  override now(): Date {
    return new Date(this.startedAt + this.shiftMs);
  }
}

describe('one-time codes', () => {
  const clock = new StillClock();
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ clock });
  });
  afterAll(() => service.stop());

  const now = () => clock.now().getTime();
  const logIn = (email: string, otp?: string, password = PASSWORD): Promise<Answer> =>
    service.anonymous.post('/api/auth/login', { email, password, ...(otp === undefined ? {} : { otp }) });

  /** Switches on one-time codes for a client; this uses up the code of the previous step. */
  async function enrol(client: Client): Promise<{ seed: string; recoveryCodes: string[] }> {
    const { enrolMfa } = await client.data<{ enrolMfa: { enrolment: { secret: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    const seed = enrolMfa.enrolment.secret;
    const { confirmMfa } = await client.data<{ confirmMfa: { recoveryCodes: string[] } }>(CONFIRM, {
      i: { otp: codeAt(seed, now() - STEP_MS) },
    });
    return { seed, recoveryCodes: confirmMfa.recoveryCodes };
  }

  let tenants = 0;
  const addTenant = (): Promise<TestTenant> => service.addTenant(`Org${(tenants += 1)}`, 'STARTER');

  it('are required at login only once they are confirmed', async () => {
    const { admin, emails } = await addTenant();
    const { enrolMfa } = await admin.data<{ enrolMfa: { enrolment: { secret: string; otpauthUri: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    expect(enrolMfa.enrolment.otpauthUri).toContain(`secret=${enrolMfa.enrolment.secret}`);
    expect((await logIn(emails.admin)).status).toBe(200);
    expect(codeOf(await admin.graphql(CONFIRM, { i: { otp: '000000' } }))).toBe('INVALID_CREDENTIALS');
    expect((await logIn(emails.admin)).status).toBe(200);
    const confirmed = await admin.graphql(CONFIRM, { i: { otp: codeAt(enrolMfa.enrolment.secret, now()) } });
    expect(confirmed.body).toMatchObject({ data: { confirmMfa: { user: { mfaEnabled: true } } } });

    const refused = await logIn(emails.admin);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'MFA_REQUIRED']);
    const next = await logIn(emails.admin, codeAt(enrolMfa.enrolment.secret, now() + STEP_MS));
    expect(next.body).toMatchObject({ data: { user: { mfa_enabled: true } } });
    const { data } = next.body as { data: { access_token: string } };
    expect(data.access_token).toMatch(/\./);
  });

  it('are required over GraphQL too', async () => {
    const { member, emails } = await addTenant();
    const { seed } = await enrol(member);
    const ask = (otp: string | null) =>
      service.anonymous.graphql('mutation ($i: LoginInput!) { login(input: $i) { tokenType } }', {
        i: { email: emails.member, password: PASSWORD, otp },
      });
    expect(codeOf(await ask(null))).toBe('MFA_REQUIRED');
    expect(codeOf(await ask('000000'))).toBe('INVALID_CREDENTIALS');
    expect((await ask(codeAt(seed, now()))).body).toEqual({ data: { login: { tokenType: 'Bearer' } } });
  });

  it('are not asked for after a wrong password, whose error is the usual one', async () => {
    const { member, emails } = await addTenant();
    await enrol(member);
    expect(codeOf(await logIn(emails.member, undefined, 'wrong'))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await logIn(emails.member, '123456', 'wrong'))).toBe('INVALID_CREDENTIALS');
  });

  it('are accepted once each, also concurrently, and never one older than the last accepted', async () => {
    const { admin, emails } = await addTenant();
    const { seed } = await enrol(admin);
    const code = codeAt(seed, now());
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(emails.admin, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    await clock.at(STEP_MS, async () => {
      expect((await logIn(emails.admin, codeAt(seed, now()))).status).toBe(200);
      expect((await logIn(emails.admin, code)).status).toBe(401);
    });
  });

  it('are accepted up to one step early or late, and no more', async () => {
    const { admin, emails } = await addTenant();
    const { seed } = await enrol(admin);
    const [late, early] = [codeAt(seed, now()), codeAt(seed, now() + 4 * STEP_MS)];
    await clock.at(2 * STEP_MS, async () => {
      expect((await logIn(emails.admin, late)).status).toBe(401);
      expect((await logIn(emails.admin, early)).status).toBe(401);
    });
    await clock.at(3 * STEP_MS, async () => expect((await logIn(emails.admin, early)).status).toBe(200));
  });

  it('count as failed logins when they are wrong, and a right password does not reset the count', async () => {
    const { admin, emails } = await addTenant();
    const { seed } = await enrol(admin);
    for (let time = 0; time < 10; time += 1) {
      expect((await logIn(emails.admin, '00000x')).status).toBe(401);
      if (time < 9) expect(codeOf(await logIn(emails.admin))).toBe('MFA_REQUIRED');
    }
    expect((await logIn(emails.admin, codeAt(seed, now()))).status).toBe(429);
    // Who is logged in is not locked by what others guess.
    expect(codeOf(await admin.graphql(DISABLE, { i: { otp: codeAt(seed, now()) } }))).toBeNull();
  });

  it('can each be replaced by a recovery code, which is valid once', async () => {
    const { admin, emails, tenantId } = await addTenant();
    const { recoveryCodes } = await enrol(admin);
    const [first = '', second = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    const answers = await Promise.all(Array.from({ length: 3 }, () => logIn(emails.admin, first)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await logIn(emails.admin, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const used = await service.database.query<{ after: unknown }>(
      `select after from audit_log where tenant_id = $1 and action = 'member.recovery_code_used' order by sequence`,
      [tenantId],
    );
    expect(used).toEqual([{ after: { recovery_codes_left: 9 } }, { after: { recovery_codes_left: 8 } }]);
  });

  it('are set up with the password only, and not while codes are in force', async () => {
    const { admin } = await addTenant();
    expect(codeOf(await admin.graphql(ENROL, { i: { password: 'wrong' } }))).toBe('INVALID_CREDENTIALS');
    await enrol(admin);
    expect(codeOf(await admin.graphql(ENROL, { i: { password: PASSWORD } }))).toBe('CONFLICT');
  });

  it('are stored with a sealed seed, and recovery codes as hashes', async () => {
    const { admin } = await addTenant();
    const { seed, recoveryCodes } = await enrol(admin);
    const [dump] = await service.database.query<{ text: string }>(
      `select database_to_xml(true, false, '')::text as text`,
    );
    for (const secret of [seed, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(dump?.text).not.toContain(secret);
    }
  });

  it.each(['password', 'otp', 'recovery code'])('are switched off by the %s', async (proof) => {
    const { admin, emails } = await addTenant();
    const { seed, recoveryCodes } = await enrol(admin);
    expect(codeOf(await admin.graphql(DISABLE, { i: {} }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await admin.graphql(DISABLE, { i: { password: 'wrong' } }))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await admin.graphql(DISABLE, { i: { otp: 'wrong' } }))).toBe('INVALID_CREDENTIALS');
    const right = { password: { password: PASSWORD }, otp: { otp: codeAt(seed, now()) } }[proof];
    const answer = await admin.graphql(DISABLE, { i: right ?? { otp: recoveryCodes[0] } });
    expect(answer.body).toEqual({ data: { disableMfa: { user: { mfaEnabled: false } } } });
    expect((await logIn(emails.admin)).status).toBe(200);
    expect(codeOf(await admin.graphql(DISABLE, { i: { password: PASSWORD } }))).toBe('CONFLICT');
  });

  it('can be reset by an admin for another member, and not for themselves', async () => {
    const { admin, member, emails } = await addTenant();
    await enrol(admin);
    await enrol(member);
    const members = await admin.rest<{ id: string; role: string; mfa_enabled: boolean }[]>('/api/org/members');
    const idOf = (role: string) => members.find((each) => each.role === role)?.id;
    expect(members.map(({ role, mfa_enabled }) => [role, mfa_enabled])).toEqual([
      ['admin', true],
      ['auditor', false],
      ['member', true],
    ]);
    expect(codeOf(await admin.graphql(RESET, { i: { userId: idOf('admin')?.toUpperCase() } }))).toBe('CONFLICT');
    expect(codeOf(await admin.graphql(RESET, { i: { userId: idOf('auditor') } }))).toBe('CONFLICT');
    const answer = await admin.graphql(RESET, { i: { userId: idOf('member') } });
    expect(answer.body).toEqual({ data: { resetMemberMfa: { member: { mfaEnabled: false } } } });
    expect((await logIn(emails.member)).status).toBe(200);
    expect(codeOf(await logIn(emails.admin))).toBe('MFA_REQUIRED');
    await service.app.tenants.resetMfa(emails.admin);
    expect((await logIn(emails.admin)).status).toBe(200);
  });
});

/** Error code of a REST or GraphQL response, or null. */
function codeOf({ body }: Answer): string | null {
  const { error, errors } = body as { error?: { code: string }; errors?: { extensions: { code: string } }[] };
  return error?.code ?? errors?.[0]?.extensions.code ?? null;
}
