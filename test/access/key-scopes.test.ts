import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/access/scopes.js';
import { ACCESS } from '../../src/app/features.js';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import type { LiveAnswer } from '../http/socket.js';
import { EventStream } from '../http/event-stream.js';
import { callRest } from './rest-call.js';
import { EVERY_SCOPE, requiredOf } from './key-scopes.js';
import { operationOf } from './rest-operations.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { REST } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

/** Operations that need a credential, with their expected requirement. */
const OPERATIONS = Object.entries(GRAPHQL)
  .filter(([, { may }]) => may !== 'anyone' && may.length > 0)
  .map(([name, row]) => ({ name, row, required: requiredOf(name) }));
const PATHS = Object.entries(REST).filter(([, { may }]) => may !== 'anyone');
/** The smallest keys, by what they have beside `read`, and the largest. */
const KEYS = [...EVERY_SCOPE, 'every scope'] as const;
type KeyName = (typeof KEYS)[number];

describe('scopes of API keys', () => {
  let service: TestService;
  let world: World;
  const clients = new Map<KeyName, Client>();

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    for (const name of KEYS) {
      const scopes = name === 'every scope' ? EVERY_SCOPE : [name];
      clients.set(name, new Client(service.baseUrl, (await createKey(service.a.admin, { scopes })).key));
    }
  });
  afterAll(() => service.stop());

  it('are all walked, and every operation has an expected one', () => {
    expect(SCOPES).toEqual(EVERY_SCOPE);
    expect(OPERATIONS.filter(({ required }) => required === undefined).map(({ name }) => name)).toEqual([]);
    expect(OPERATIONS.length).toBeGreaterThan(80);
  });

  it('are those of the access table', () => {
    const declared = ACCESS.operations.map((name) => ({ name, scope: ACCESS.rowOf(name).scope }));
    expect(declared).toEqual(declared.map(({ name, scope }) => ({ name, scope: scope && requiredOf(name) })));
  });

  it.each(OPERATIONS)('let a key call $name over GraphQL only with $required', async ({ name, row, required }) => {
    for (const key of KEYS) {
      const variables = row.variables?.(world, 'admin') ?? {};
      const body = name.startsWith('Subscription.')
        ? await EventStream.ask(clientOf(key), row.document, variables)
        : ((await clientOf(key).graphql(row.document, variables)).body as LiveAnswer);
      const { code, requiredScope } = body.errors?.[0]?.extensions ?? {};
      if (isPermitted(key, required)) expect({ key, requiredScope }).toEqual({ key });
      else expect({ key, code, requiredScope }).toEqual({ key, code: 'FORBIDDEN', requiredScope: required });
    }
  });

  it.each(PATHS)('let a key call %s only with the scope of its operation', async (name, row) => {
    const required = requiredOf(operationOf(service, name));
    for (const key of KEYS) {
      const { status, body } = await callRest(clientOf(key), name, row, world);
      const { error } = body as { error?: { code: string; required_scope?: string } };
      if (isPermitted(key, required)) expect({ key, scope: error?.required_scope }).toEqual({ key });
      else {
        expect({ key, status }).toEqual({ key, status: 403 });
        expect(error).toMatchObject({ code: 'FORBIDDEN', required_scope: required });
      }
    }
  });

  it('leave out of permissions what a key may not call', async () => {
    const permissions = async (key: KeyName) =>
      (await clientOf(key).data<{ permissions: string[] }>('{ permissions }')).permissions;
    const queries = await permissions('read');
    expect(queries).toContain('scans');
    expect(queries).not.toContain('triggerScan');
    const added = (await permissions('scan')).filter((name) => !queries.includes(name));
    expect(added).toEqual(['cancelScan', 'triggerScan']);
  });

  it('are `read` alone where nothing else is asked, and always include it', async () => {
    const { admin } = service.a;
    expect((await createKey(admin)).apiKey.scopes).toEqual(['read']);
    expect((await createKey(admin, { scopes: [] })).apiKey.scopes).toEqual(['read']);
    expect((await createKey(admin, { scopes: ['scan', 'report', 'scan'] })).apiKey.scopes).toEqual([
      'read',
      'report',
      'scan',
    ]);
  });

  it('give no role beyond that of the key', async () => {
    const { key } = await createKey(service.a.auditor, { scopes: EVERY_SCOPE });
    const answer = await new Client(service.baseUrl, key).post('/api/scans/trigger');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { message: 'your role may not do this' } });
  });

  function clientOf(key: KeyName): Client {
    const client = clients.get(key);
    if (!client) throw new Error(`no key ${key}`);
    return client;
  }
});

function isPermitted(key: KeyName, required: string | undefined): boolean {
  if (required === 'interactive') return false;
  return required === 'read' || key === 'every scope' || (key satisfies Scope) === required;
}
