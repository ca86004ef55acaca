import { accept, invite, tokenOf } from '../organizations/inviting.js';
import { Client } from '../support/client.js';
import { PASSKEY_URL } from '../support/passkeys.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';

const LOGIN = `mutation ($i: LoginInput!) {
  login(input: $i) { accessToken user { id role email } tenant { tenantId name } } }`;
export const MEMBERSHIPS = '{ memberships { tenantId organization role isCurrent needsSingleSignOn } }';
export const SWITCH = `mutation ($i: SwitchOrganizationInput!) {
  opened: switchOrganization(input: $i) { accessToken expiresIn user { id email role } tenant { tenantId } } }`;
export const JOIN = `mutation ($i: JoinOrganizationInput!) {
  opened: joinOrganization(input: $i) { accessToken user { id email role } tenant { tenantId } } }`;
export const ENROL = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }';
export const CONFIRM = 'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }';

/** What a login answers. */
export interface Opened {
  accessToken: string;
  user: { id: string; role: string; email: string };
  tenant: { tenantId: string };
}

/** A person who is a member of one organization and an auditor of another. */
export interface Person {
  email: string;
  one: TestTenant;
  two: TestTenant;
  inOne: Client;
  inTwo: Client;
}

/** A service with people who are in two organizations each. */
export class Town {
  private tenants = 0;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<Town> {
    return new Town(await startService({ settings: { publicUrl: PASSKEY_URL } }));
  }

  async person(): Promise<Person> {
    const [one, two] = [await this.freshTenant(), await this.freshTenant()];
    const email = one.emails.member;
    const answer = await accept(this.service.anonymous, tokenOf(await invite(two.admin, email, 'auditor')), {
      name: 'Same Person',
      password: PASSWORD,
    });
    const { accessToken } = (answer.body as { data: { acceptInvitation: Opened } }).data.acceptInvitation;
    return { email, one, two, inOne: one.member, inTwo: this.client(accessToken) };
  }

  freshTenant(): Promise<TestTenant> {
    return this.service.addTenant(`Pair${(this.tenants += 1)}`, 'STARTER');
  }

  client(token: string | null): Client {
    return new Client(this.service.baseUrl, token);
  }

  logIn(input: object) {
    return this.service.anonymous.graphql(LOGIN, { i: input });
  }

  rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.service.database.query<T>(text, values);
  }
}

export const statusOf = async (client: Client) => (await client.get('/api/org/profile')).status;

export const meOf = async (client: Client) =>
  (await client.data<{ me: { id: string; role: string; email: string } }>('{ me { id role email } }')).me;

/** A login that has succeeded. */
export const openedBy = (answer: { body: unknown }) => (answer.body as { data: { login: Opened } }).data.login;
