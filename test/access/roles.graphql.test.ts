import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { EventStream } from '../http/event-stream.js';
import { Socket, type LiveAnswer } from '../http/socket.js';
import { GRAPHQL, type GraphqlCase } from './verdicts.js';
import { furnish, type World } from './world.js';

const ROLES = ['admin', 'auditor', 'member'] as const;
const LIVE = Object.entries(GRAPHQL);
const OVER_HTTP = LIVE.filter(([name]) => !name.startsWith('Subscription.'));

describe('the role table over GraphQL', () => {
  let service: TestService;
  let world: World;
  const sockets = new Map<string, Socket>();

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    for (const role of ROLES) sockets.set(role, await Socket.connect(service.baseUrl, service.a[role].token));
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

  describe.each(OVER_HTTP)('%s over HTTP', (_name, row) => {
    it(row.may === 'anyone' ? 'needs no token' : 'is 401 without a token', async () => {
      const answer = await service.anonymous.graphql(row.document, row.variables?.(world));
      if (row.may === 'anyone') {
        expect(answer.body).not.toHaveProperty('errors');
        return;
      }
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(codeOf(answer.body as LiveAnswer)).toBe('UNAUTHENTICATED');
    });

    it.each(ROLES)('is for %s as the table says', async (role) => {
      const { body } = await service.a[role].graphql(row.document, row.variables?.(world));
      expectVerdict(row, role, body as LiveAnswer);
    });
  });

  describe.each(LIVE)('%s over a socket', (_name, row) => {
    it.each(ROLES)('is for %s as the table says', async (role) => {
      const answer = await sockets.get(role)?.ask(row.document, row.variables?.(world));
      expectVerdict(row, role, answer ?? {});
    });
  });

  describe.each(LIVE)('%s over an event stream', (_name, row) => {
    it('is 401 without a token', async () => {
      const stream = await EventStream.open(service.anonymous, row.document, row.variables?.(world));
      expect(stream.status).toBe(401);
      expect(stream.header('www-authenticate')).toBe('Bearer');
      expect(codeOf(await stream.first())).toBe('UNAUTHENTICATED');
    });

    it.each(ROLES)('is for %s as the table says', async (role) => {
      const client: Client = service.a[role];
      expectVerdict(row, role, await EventStream.ask(client, row.document, row.variables?.(world)));
    });
  });

  it('is closed to a socket without a token', async () => {
    const socket = await Socket.open(service.baseUrl, {});
    expect((await socket.closed).code).toBe(4403);
  });
});

function expectVerdict(row: GraphqlCase, role: (typeof ROLES)[number], answer: LiveAnswer): void {
  if (row.may === 'anyone' || row.may.includes(role)) {
    expect(codeOf(answer)).toBe(row.code ?? null);
    if (row.code === undefined) expect(Object.values(answer.data ?? {})).toEqual([expect.anything()]);
    return;
  }
  expect(codeOf(answer)).toBe('FORBIDDEN');
  const details = answer.errors?.[0]?.extensions.details ?? [];
  expect(ROLES.filter((each) => details.some(({ message }) => message.includes(each)))).toEqual(row.may);
}

function codeOf({ errors }: LiveAnswer): string | null {
  return errors?.[0]?.extensions.code ?? null;
}
