import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyClients } from '../support/api-keys.js';
import { anything } from '../support/any-of.js';
import type { Client } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { EventStream } from '../http/event-stream.js';
import { Socket, type LiveAnswer } from '../http/socket.js';
import { requiredOf } from './key-scopes.js';
import type { GraphqlCase } from './graphql-case.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { furnish, type World } from './world.js';

const ROLES = ['admin', 'auditor', 'member'] as const;
const LIVE = Object.entries(GRAPHQL);
const OVER_HTTP = LIVE.filter(([name]) => !name.startsWith('Subscription.'));

/** Roles with each of their credentials; the response for a role does not depend on the credential. */
const CALLERS = ROLES.flatMap((role) => [
  { role, credential: 'token' as const },
  { role, credential: 'API key' as const },
]);
type Caller = (typeof CALLERS)[number];

describe('the role table over GraphQL', () => {
  let service: TestService;
  let world: World;
  let keys: Record<Caller['role'], Client>;
  const sockets = new Map<string, Socket>();

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    keys = await keyClients(service.a);
    for (const caller of CALLERS) {
      sockets.set(nameOf(caller), await Socket.connect(service.baseUrl, clientOf(caller).token));
    }
  });
  afterAll(async () => {
    for (const socket of sockets.values()) await socket.close();
    await service.stop();
  });

  it('has a row for every query, mutation and subscription, and for nothing else', () => {
    const { schema } = service.app;
    const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const operations = types.flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name ?? ''}.${field}`),
    );
    expect(Object.keys(GRAPHQL).toSorted()).toEqual(operations.toSorted());
  });

  describe.each(OVER_HTTP)('%s over HTTP', (name, row) => {
    it(row.may === 'anyone' ? 'needs no token' : 'returns 401 without a token', async () => {
      const answer = await service.anonymous.graphql(row.document, row.variables?.(world, null));
      if (row.may === 'anyone') {
        expect(codeOf(answer.body as LiveAnswer)).toBe(row.code ?? null);
        return;
      }
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(codeOf(answer.body as LiveAnswer)).toBe('UNAUTHENTICATED');
    });

    it.each(CALLERS)('has the declared verdict for $role with $credential', async (caller) => {
      const { body } = await (await callerOf(caller, row)).graphql(row.document, row.variables?.(world, caller.role));
      expectVerdict(name, caller, body as LiveAnswer);
    });
  });

  describe.each(LIVE)('%s over a socket', (name, row) => {
    it.each(CALLERS)('has the declared verdict for $role with $credential', async (caller) => {
      const own = row.endsSession ? await Socket.connect(service.baseUrl, (await callerOf(caller, row)).token) : null;
      const socket = own ?? sockets.get(nameOf(caller));
      const answer = await socket?.ask(row.document, row.variables?.(world, caller.role));
      expectVerdict(name, caller, answer ?? {});
      await own?.close();
    });
  });

  describe.each(LIVE)('%s over an event stream', (name, row) => {
    it('is 401 without a token', async () => {
      const stream = await EventStream.open(service.anonymous, row.document, row.variables?.(world, null));
      expect(stream.status).toBe(401);
      expect(stream.header('www-authenticate')).toBe('Bearer');
      expect(codeOf(await stream.first())).toBe('UNAUTHENTICATED');
    });

    it.each(CALLERS)('has the declared verdict for $role with $credential', async (caller) => {
      const variables = row.variables?.(world, caller.role);
      expectVerdict(name, caller, await EventStream.ask(await callerOf(caller, row), row.document, variables));
    });
  });

  it('refuses a socket without a token', async () => {
    const socket = await Socket.open(service.baseUrl, {});
    expect((await socket.closed).code).toBe(4403);
  });

  /** The client of a caller; one with a session of its own for an operation that ends it. */
  async function callerOf(caller: Caller, { endsSession }: GraphqlCase): Promise<Client> {
    if (!endsSession || caller.credential !== 'token') return clientOf(caller);
    return logInAs(service.baseUrl, service.a.emails[caller.role], PASSWORD);
  }

  function clientOf({ role, credential }: Caller): Client {
    return credential === 'token' ? service.a[role] : keys[role];
  }
});

function nameOf({ role, credential }: Caller): string {
  return `${role} with ${credential}`;
}

function expectVerdict(name: string, { role, credential }: Caller, answer: LiveAnswer): void {
  const row = GRAPHQL[name];
  if (!row) throw new Error(`${name} has no verdict`);
  if (credential === 'API key' && row.may !== 'anyone' && row.may.includes(role) && isInteractive(name)) {
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', requiredScope: 'interactive' });
    return;
  }
  if (row.may === 'anyone' || row.may.includes(role)) {
    expect(codeOf(answer)).toBe(row.code ?? null);
    if (row.code === undefined) expect(Object.values(answer.data ?? {})).toEqual([anything()]);
    return;
  }
  expect(codeOf(answer)).toBe('FORBIDDEN');
  const details = answer.errors?.[0]?.extensions.details ?? [];
  expect(ROLES.filter((each) => details.some(({ message }) => message.includes(each)))).toEqual(row.may);
}

function isInteractive(name: string): boolean {
  return requiredOf(name) === 'interactive';
}

function codeOf({ errors }: LiveAnswer): string | null {
  return errors?.[0]?.extensions.code ?? null;
}
