import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, invite, tokenOf } from '../organizations/inviting.js';
import { holdDomains } from '../support/held-domains.js';
import { addPasskey, PASSKEY_URL } from '../support/passkeys.js';
import { PASSWORD, type TestTenant } from '../support/service.js';
import { TestBrowser } from './test-browser.js';
import { JOIN, MEMBERSHIPS, meOf, openedBy, statusOf, SWITCH, Town, type Opened } from './town.js';

const SWITCH_BROWSER = `mutation ($i: SwitchOrganizationInput!) {
  opened: switchOrganization(input: $i, session: browser) { accessToken expiresIn user { email } } }`;
const REQUIRE = 'mutation ($i: RequireMfaInput!) { requireMfa(input: $i) { organization { name } } }';

describe('a session that goes on in another organization', () => {
  let town: Town;

  beforeAll(async () => {
    town = await Town.start();
  });
  afterAll(() => town.service.stop());

  it('switches, with the proof of the first session and without a new one', async () => {
    const { one, two, inTwo } = await town.person();
    const before = await town.rows(
      `select authenticated_at from sessions where tenant_id = $1 order by created_at desc limit 1`,
      [two.tenantId],
    );
    const { opened } = await inTwo.data<{ opened: Opened }>(SWITCH, { i: { tenantId: one.tenantId } });
    expect([opened.tenant.tenantId, opened.user.role]).toEqual([one.tenantId, 'member']);
    expect(await statusOf(inTwo)).toBe(401);
    const after = await town.rows(
      `select authenticated_at from sessions where tenant_id = $1 order by created_at desc limit 1`,
      [one.tenantId],
    );
    expect(after).toEqual(before);
    const again = town.client(opened.accessToken);
    expect(codeOf(await again.graphql(SWITCH, { i: { tenantId: one.tenantId } }))).toBe('CONFLICT');
    expect(codeOf(await again.graphql(SWITCH, { i: { tenantId: town.service.a.tenantId } }))).toBe('NOT_FOUND');
    // The session that was switched away is over: it opens no other one.
    expect(codeOf(await inTwo.graphql(SWITCH, { i: { tenantId: one.tenantId } }))).toBe('UNAUTHENTICATED');
  });

  it('is asked for a second factor by the organization that requires one, and not by the other', async () => {
    const { one, two, inOne, inTwo } = await town.person();
    await addPasskey(two.admin);
    await two.admin.data(REQUIRE, { i: { isRequired: true, graceDays: 0 } });
    expect([await statusOf(inOne), await statusOf(inTwo)]).toEqual([200, 403]);
    const { opened } = await inTwo.data<{ opened: Opened }>(SWITCH, { i: { tenantId: one.tenantId } });
    const inOneNow = town.client(opened.accessToken);
    expect(await statusOf(inOneNow)).toBe(200);
    const back = await inOneNow.data<{ opened: Opened }>(SWITCH, { i: { tenantId: two.tenantId } });
    expect(await statusOf(town.client(back.opened.accessToken))).toBe(403);
  });

  it('has the cookie of one organization at a time, and that of the former opens neither', async () => {
    const { email, one } = await town.person();
    const browser = new TestBrowser(town.service.baseUrl, { origin: PASSKEY_URL, 'sec-fetch-site': 'same-origin' });
    const first = await browser.logIn(email, PASSWORD);
    const former = browser.cookie;
    const switched = await browser.send(SWITCH_BROWSER, { i: { tenantId: one.tenantId } }, { token: first.token });
    expect(switched.code).toBe(null);
    expect(browser.cookie).not.toBe(former);
    expect((await meOf(browser.client(switched))).role).toBe('member');
    expect((await browser.refresh(former)).token).toBe(null);
  });

  it('is sent to single sign-on by the organization that enforces it, and enters the other by password', async () => {
    const { email, one, two, inTwo } = await town.person();
    await holdDomains(town.service.database, one.tenantId, email.slice(email.indexOf('@') + 1));
    await enforce(one);
    expect(openedBy(await town.logIn({ email, password: PASSWORD })).tenant.tenantId).toBe(two.tenantId);
    const refused = 'SINGLE_SIGN_ON_REQUIRED';
    expect(codeOf(await town.logIn({ email, password: PASSWORD, tenantId: one.tenantId }))).toBe(refused);
    expect(codeOf(await town.logIn({ email, password: 'wrong' }))).toBe(refused);
    expect(codeOf(await inTwo.graphql(SWITCH, { i: { tenantId: one.tenantId } }))).toBe(refused);
    const { memberships } = await inTwo.data<{ memberships: { tenantId: string; needsSingleSignOn: boolean }[] }>(
      MEMBERSHIPS,
    );
    expect(memberships.find(({ tenantId }) => tenantId === one.tenantId)).toMatchObject({ needsSingleSignOn: true });
  });

  it('proves nothing about the account where a provider let them in: they see and enter no other organization', async () => {
    const { one, two, inTwo } = await town.person();
    await town.rows(`update sessions set authenticated_by = 'provider' where tenant_id = $1`, [two.tenantId]);
    const { memberships } = await inTwo.data<{ memberships: { tenantId: string }[] }>(MEMBERSHIPS);
    expect(memberships.map(({ tenantId }) => tenantId)).toEqual([two.tenantId]);
    const refused = 'REAUTHENTICATION_REQUIRED';
    expect(codeOf(await inTwo.graphql(SWITCH, { i: { tenantId: one.tenantId } }))).toBe(refused);
    const third = await town.freshTenant();
    const token = tokenOf(await invite(third.admin, one.emails.member));
    expect(codeOf(await inTwo.graphql(JOIN, { i: { token } }))).toBe(refused);
    expect(codeOf(await inTwo.graphql('mutation { beginPasskeyRegistration { options } }'))).toBe(refused);
    await inTwo.data('mutation ($i: ReauthenticateInput!) { reauthenticate(input: $i) { session { id } } }', {
      i: { password: PASSWORD },
    });
    expect(codeOf(await inTwo.graphql(SWITCH, { i: { tenantId: one.tenantId } }))).toBe(null);
  });

  /** An active connection of an organization that enforces single sign-on, with its admin as the exception. */
  async function enforce({ tenantId, admin }: TestTenant): Promise<void> {
    const { id } = await meOf(admin);
    await town.rows(
      `with provider as (
         insert into identity_providers (id, tenant_id, kind, name, created_at)
         values (gen_random_uuid(), $1, 'oidc', 'Sign-on', now()) returning id)
       insert into identity_connections (id, tenant_id, kind, name, status, issuer, client_id, created_at, is_enforced, break_glass_user_id)
       select id, $1, 'oidc', 'Sign-on', 'active', 'https://idp.example', 'c', now(), true, $2 from provider`,
      [tenantId, id],
    );
  }
});
