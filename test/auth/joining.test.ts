import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, invite, tokenOf } from '../organizations/inviting.js';
import { PASSWORD } from '../support/service.js';
import { codeAt } from './one-time-code.js';
import { CONFIRM, ENROL, JOIN, MEMBERSHIPS, meOf, statusOf, Town, type Opened } from './town.js';

describe('an account that joins another organization', () => {
  let town: Town;

  beforeAll(async () => {
    town = await Town.start();
  });
  afterAll(() => town.service.stop());

  it('joins by the invitation of the second with the password that they have, as one account', async () => {
    const { email, one, two, inOne, inTwo } = await town.person();
    expect([await meOf(inOne), await meOf(inTwo)]).toMatchObject([
      { role: 'member', email },
      { role: 'auditor', email },
    ]);
    expect(await town.rows('select count(*)::int as accounts from accounts where email_key = $1', [email])).toEqual([
      { accounts: 1 },
    ]);
    const { memberships } = await inTwo.data<{ memberships: object[] }>(MEMBERSHIPS);
    expect(memberships).toEqual([
      expect.objectContaining({ tenantId: two.tenantId, role: 'auditor', isCurrent: true, needsSingleSignOn: false }),
      expect.objectContaining({ tenantId: one.tenantId, role: 'member', isCurrent: false, needsSingleSignOn: false }),
    ]);
  });

  it('is invited with the same answer and the same work as an unknown address', async () => {
    const { email } = await town.person();
    const admin = (await town.freshTenant()).admin;
    const attempt = async (address: string) => {
      const before = town.service.sent.length;
      const { status, body } = await invite(admin, address, 'member');
      const { data } = body as { data: Record<string, unknown> };
      const texts = town.service.sent.slice(before).map(({ text }) => text.replaceAll(/'[^']*'/g, '…'));
      return { status, texts, shape: Object.keys(data), answer: { ...data, ...VARYING } };
    };
    const VARYING = { id: '', email: '', created_at: '', expires_at: '', invite_url: '' };
    expect(await attempt(email)).toEqual(await attempt('somebody@elsewhere.example'));
  });

  it('joins only with the right password and code, which count as guesses at the account', async () => {
    const { one, two } = { one: await town.freshTenant(), two: await town.freshTenant() };
    const email = one.emails.member;
    const { enrolMfa } = await one.member.data<{ enrolMfa: { enrolment: { secret: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    const seed = enrolMfa.enrolment.secret;
    await one.member.data(CONFIRM, { i: { otp: codeAt(seed, Date.now() - 30_000) } });
    const token = tokenOf(await invite(two.admin, email));
    const ACCEPT = 'mutation ($i: AcceptInvitationInput!) { acceptInvitation(input: $i) { accessToken } }';
    const attempt = async (given: object) =>
      codeOf(await town.service.anonymous.graphql(ACCEPT, { i: { token, name: 'P', password: PASSWORD, ...given } }));
    expect(await attempt({ password: 'my own new password' })).toBe('INVALID_CREDENTIALS');
    expect(await attempt({})).toBe('MFA_REQUIRED');
    expect(await attempt({ otp: '000000' })).toBe('INVALID_CREDENTIALS');
    expect(await town.rows('select id from users where tenant_id = $1 and email = $2', [two.tenantId, email])).toEqual(
      [],
    );
    for (let failures = 2; failures < 10; failures += 1) await attempt({ password: 'my own new password' });
    expect(await attempt({ otp: codeAt(seed, Date.now()) })).toBe('RATE_LIMITED');
    await town.rows('delete from login_failures');
    expect(await attempt({ otp: codeAt(seed, Date.now()) })).toBe(null);
    expect(await attempt({ otp: codeAt(seed, Date.now()) })).toBe('GONE');
  });

  it('joins by their session, which then is one of the new organization', async () => {
    const [one, two] = [await town.freshTenant(), await town.freshTenant()];
    const token = tokenOf(await invite(two.admin, one.emails.member, 'auditor'));
    expect(codeOf(await one.admin.graphql(JOIN, { i: { token } }))).toBe('FORBIDDEN');
    expect(codeOf(await town.service.anonymous.graphql(JOIN, { i: { token } }))).toBe('UNAUTHENTICATED');
    const { opened } = await one.member.data<{ opened: Opened }>(JOIN, { i: { token } });
    expect([opened.tenant.tenantId, opened.user.role]).toEqual([two.tenantId, 'auditor']);
    expect([await statusOf(one.member), await statusOf(town.client(opened.accessToken))]).toEqual([401, 200]);
    expect(
      await town.rows(`select end_reason from sessions where tenant_id = $1 and end_reason is not null`, [
        one.tenantId,
      ]),
    ).toEqual([{ end_reason: 'switched' }]);
    const joined = [one, two].map(async ({ tenantId }) =>
      town.rows(
        `select kind, details->>'method' as method from security_events where tenant_id = $1 and kind in
        ('session.ended', 'login.succeeded') order by sequence desc limit 1`,
        [tenantId],
      ),
    );
    expect(await Promise.all(joined)).toEqual([
      [{ kind: 'session.ended', method: null }],
      [{ kind: 'login.succeeded', method: 'switch' }],
    ]);
  });
});
