import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Town, type Person } from '../auth/town.js';
import type { Client } from '../support/client.js';
import { PASSWORD } from '../support/service.js';
import { auditOf } from './audit-rows.js';
import { codeOf, invite, tokenOf } from './inviting.js';

const UPDATE = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { member { name language } } }';
const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { accessToken user { language } } }`;

describe('the language of a person', () => {
  let town: Town;
  beforeAll(async () => {
    town = await Town.start();
  });
  afterAll(() => town.service.stop());

  const update = (client: Client, input: object) => client.graphql(UPDATE, { input });
  const languageOf = async (client: Client) =>
    (await client.data<{ me: { language: string | null } }>('{ me { language } }')).me.language;
  const languages = async ({ one, two, inOne, inTwo }: Person) => {
    const rows = await town.rows<{ language: string | null }>(
      `select a.language from accounts a join users u on u.account_id = a.id where u.tenant_id in ($1, $2) and u.email = $3
       group by a.id`,
      [one.tenantId, two.tenantId, one.emails.member],
    );
    return { account: rows[0]?.language, one: await languageOf(inOne), two: await languageOf(inTwo) };
  };
  /** A new member, whose browser sends this header. */
  const register = async (acceptLanguage: string) => {
    const tenant = await town.freshTenant();
    const token = tokenOf(await invite(tenant.admin, 'new@partner.example'));
    const headers = { 'accept-language': acceptLanguage };
    const input = { token, name: 'New Person', password: 'a rather long phrase' };
    const { body } = await town.service.anonymous.post('/graphql', { query: ACCEPT, variables: { input } }, headers);
    await town.rows(`update users set email_key = id::text, email = id::text where email = 'new@partner.example'`);
    await town.rows(`update accounts set email_key = id::text, email = id::text where email = 'new@partner.example'`);
    const { user } = (body as { data: { acceptInvitation: { user: { language: string | null } } } }).data
      .acceptInvitation;
    return user.language;
  };

  it.each([
    ['de-DE,de;q=0.9,en;q=0.5', 'de'],
    ['fr, en-GB;q=0.8, de;q=0.2', 'en'],
    ['fr', null],
    ['*', null],
  ])('of a new account is by `Accept-Language: %s` %s', async (header, expected) => {
    expect(await register(header)).toBe(expected);
  });

  it('is not known before, and is chosen by its owner for every organization that the account opens', async () => {
    const person = await town.person();
    expect(await languages(person)).toEqual({ account: null, one: null, two: null });
    expect(await update(person.inOne, { language: 'de' })).toMatchObject({
      body: { data: { updateMe: { member: { name: 'Pair5 member', language: 'de' } } } },
    });
    expect(await languages(person)).toEqual({ account: 'de', one: 'de', two: 'de' });
    await update(person.inTwo, { language: 'en' });
    expect(await languages(person)).toEqual({ account: 'en', one: 'en', two: 'en' });
  });

  it('is that of the account in an organization that it joins later', async () => {
    const { admin, member, emails } = await town.freshTenant();
    await update(member, { language: 'de' });
    const other = await town.freshTenant();
    const input = {
      token: tokenOf(await invite(other.admin, emails.member)),
      name: 'Same Person',
      password: PASSWORD,
    };
    expect(await town.service.anonymous.graphql(ACCEPT, { input })).toMatchObject({
      body: { data: { acceptInvitation: { user: { language: 'de' } } } },
    });
    expect(await languageOf(admin)).toBeNull();
  });

  it('is changed in one organization alone where its identity provider has proved who asks', async () => {
    const person = await town.person();
    await town.rows(`update sessions set authenticated_by = 'provider' where tenant_id = $1`, [person.two.tenantId]);
    await update(person.inTwo, { language: 'de' });
    expect(await languages(person)).toEqual({ account: null, one: null, two: 'de' });
  });

  it('leaves alone a membership that a provider alone opens', async () => {
    const person = await town.person();
    await town.rows('update users set is_provider_only = true where tenant_id = $1', [person.two.tenantId]);
    await update(person.inOne, { language: 'de' });
    expect(await languages(person)).toEqual({ account: 'de', one: 'de', two: null });
  });

  it('and the name are changed at once, with one entry of the audit trail, and nothing where nothing is new', async () => {
    const { auditor, tenantId } = await town.freshTenant();
    await update(auditor, { name: 'Ada', language: 'de' });
    await update(auditor, { name: 'Ada', language: 'de' });
    await update(auditor, {});
    const entries = (await auditOf(town.service, tenantId)).filter(({ action }) => action === 'member.updated');
    expect(entries).toEqual([expect.objectContaining({ actor: 'user', after: { name: 'Ada', language: 'de' } })]);
    expect(entries[0]?.before).toMatchObject({ language: null });
  });

  it('is one of ours', async () => {
    const { member } = await town.freshTenant();
    expect(codeOf(await update(member, { language: 'fr' }))).toBe('VALIDATION_FAILED');
  });
});
