import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyClients } from '../support/api-keys.js';
import type { Answer, Client } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { callRest } from './rest-call.js';
import { requiredOf } from './key-scopes.js';
import { operationOf, rootOperation } from './rest-operations.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { REST, type RestCase } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

const ROLES = ['admin', 'auditor', 'member'] as const;

describe('the role table over REST', () => {
  let service: TestService;
  let world: World;
  const done = new Set<string>();
  let keys: Record<(typeof ROLES)[number], Client>;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    keys = await keyClients(service.a);
  });
  afterAll(() => service.stop());

  it('has a row for every documented path, and for nothing else', () => {
    const documented = service.app.routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REST).toSorted()).toEqual(documented.toSorted());
  });

  it('has the same verdict for a path as for its operation in the graph', () => {
    for (const { method, path, document, upload } of service.app.routes) {
      if (upload) continue;
      expect({ path, may: REST[`${method} ${path}`]?.may }).toEqual({
        path,
        may: GRAPHQL[rootOperation(document)]?.may,
      });
    }
  });

  describe.each(Object.entries(REST))('%s', (name, row) => {
    it(row.may === 'anyone' ? 'needs no token' : 'is 401 without a token', async () => {
      const answer = await callRest(service.anonymous, name, row, world);
      if (row.may === 'anyone') {
        expect(answer.status).toBe(row.status);
        return;
      }
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    });

    it.each(
      ROLES.flatMap((role) => [
        { role, credential: 'token' },
        { role, credential: 'API key' },
      ]),
    )(`has the declared verdict for $role with $credential`, async ({ role, credential }) => {
      const answer = await callRest(await clientOf(role, credential, row), name, row, world);
      if (credential === 'API key' && row.may !== 'anyone' && row.may.includes(role) && isInteractive(name)) {
        expect(answer.status).toBe(403);
        expect(answer.body).toMatchObject({ error: { code: 'FORBIDDEN', required_scope: 'interactive' } });
        return;
      }
      if (row.may === 'anyone' || row.may.includes(role)) {
        expect(answer.status).toBe(done.has(name) ? (row.statusLater ?? row.status) : row.status);
        done.add(name);
        return;
      }
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(rolesNamed(answer)).toEqual(row.may);
    });
  });

  async function clientOf(
    role: (typeof ROLES)[number],
    credential: string,
    { endsSession }: RestCase,
  ): Promise<Client> {
    if (credential !== 'token') return keys[role];
    return endsSession ? logInAs(service.baseUrl, service.a.emails[role], PASSWORD) : service.a[role];
  }

  function isInteractive(name: string): boolean {
    return requiredOf(operationOf(service, name)) === 'interactive';
  }
});

/** Roles in the details of a refusal. */
function rolesNamed({ body }: Answer): string[] {
  const { details } = (body as { error: { details: { message: string }[] } }).error;
  return ROLES.filter((role) => details.some(({ message }) => message.includes(role)));
}
