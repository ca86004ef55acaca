import type { Answer, Client } from '../support/client.js';
import type { TestService, TestTenant } from '../support/service.js';
import type { NameServer } from './name-server.js';
import { UserAgent } from './user-agent.js';

export interface Connection {
  id: string;
  status: string;
  callbackUrl: string;
  isEnforced: boolean;
  hasClientSecret: boolean;
  lastTest: { refusal: string | null; detail: string | null; email: string | null; role: string | null } | null;
}

const FIELDS =
  'id status callbackUrl metadataUrl isEnforced hasClientSecret lastTest { refusal detail email groups role }';

/** Calls a mutation that answers with a connection. */
export async function changeConnection(admin: Client, name: string, input: object): Promise<Connection> {
  const type = {
    createIdentityConnection: 'CreateIdentityConnectionInput',
    updateIdentityConnection: 'UpdateIdentityConnectionInput',
    enforceSingleSignOn: 'EnforceSingleSignOnInput',
  }[name];
  const document = `mutation ($input: ${type ?? 'IdentityConnectionInput'}!) {
    data: ${name}(input: $input) { identityConnection { ${FIELDS} } } }`;
  const { data } = await admin.data<{ data: { identityConnection: Connection } }>(document, { input });
  return data.identityConnection;
}

/** Code of the first error of an answer of the graph; null for none. */
export function codeOf({ body }: Answer): string | null {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
}

export async function connectionsOf(client: Client): Promise<Connection[]> {
  const { identityConnections } = await client.data<{ identityConnections: Connection[] }>(
    `{ identityConnections { ${FIELDS} } }`,
  );
  return identityConnections;
}

/** Claims a domain. @returns the record that proves it */
export async function claimDomain(admin: Client, domain: string) {
  const { claimEmailDomain } = await admin.data<{
    claimEmailDomain: { emailDomain: { id: string; recordName: string; recordText: string } };
  }>(
    'mutation ($input: ClaimEmailDomainInput!) { claimEmailDomain(input: $input) { emailDomain { id recordName recordText } } }',
    { input: { domain } },
  );
  return claimEmailDomain.emailDomain;
}

export const VERIFY =
  'mutation ($input: EmailDomainInput!) { verifyEmailDomain(input: $input) { emailDomain { verifiedAt } } }';

/** Claims a domain and proves it. @returns its id */
export async function holdDomain(admin: Client, names: NameServer, domain: string): Promise<string> {
  const { id, recordName, recordText } = await claimDomain(admin, domain);
  names.records.set(recordName, recordText);
  await admin.data(VERIFY, { input: { domainId: id } });
  return id;
}

/** What the last step of a sign-on answers: a log-in, or an error with its reason. */
export interface Result {
  status: number;
  /** Reason of a refusal. */
  reason: string | null;
  token: string;
  user: { id: string; email: string; role: string; name: string } | null;
  body: unknown;
}

/** Begins a sign-on. @returns the address at the provider, or null */
export async function begin(agent: UserAgent, email: string): Promise<string | null> {
  const { body } = await agent.post('/api/auth/sso', { email });
  return (body as { data: { redirect_url: string | null } }).data.redirect_url;
}

/** Fetches the result of the page at which a browser has arrived. */
export async function fetchResult(agent: UserAgent, page: URL): Promise<Result> {
  const { status, body } = await agent.post('/api/auth/sso/session', {
    state: page.searchParams.get('state') ?? 'none',
  });
  const { data, error } = body as {
    data?: { access_token?: string; user?: Result['user'] };
    error?: { details: { message: string }[]; code: string };
  };
  const reason = error?.details[0]?.message ?? error?.code ?? null;
  return { status, reason, token: data?.access_token ?? '', user: data?.user ?? null, body };
}

/** Whether the browser has come back from the provider to our page. */
export const isReturn = (url: URL) => url.pathname === '/sign-on';

/** A whole sign-on in a new browser. */
export async function signOn(service: TestService, email: string): Promise<Result> {
  const agent = new UserAgent(service.baseUrl);
  const address = await begin(agent, email);
  if (address === null) throw new Error(`nobody holds the domain of ${email}`);
  const { url } = await agent.visit(address, isReturn);
  return fetchResult(agent, url);
}

/** Tests a connection as an admin. */
export async function testConnection(service: TestService, { admin }: TestTenant, connectionId: string) {
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, admin.token);
  const address = (body as { data: { redirect_url: string } }).data.redirect_url;
  const { url } = await agent.visit(address, isReturn);
  await fetchResult(agent, url);
  const connection = (await connectionsOf(admin)).find(({ id }) => id === connectionId);
  if (!connection) throw new Error('the connection is gone');
  return connection;
}
