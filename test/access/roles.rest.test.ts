import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, Kind, OperationTypeNode } from 'graphql';
import type { Answer, Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { GRAPHQL, REST, type RestCase } from './verdicts.js';
import { furnish, type World } from './world.js';

const ROLES = ['admin', 'auditor', 'member'] as const;

describe('the role table over REST', () => {
  let service: TestService;
  let world: World;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
  });
  afterAll(() => service.stop());

  it('has a row for every documented path, and for nothing else', () => {
    const documented = service.app.routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REST).toSorted()).toEqual(documented.toSorted());
  });

  it('gives every path the verdict that its operation has in the graph', () => {
    for (const { method, path, document, upload } of service.app.routes) {
      if (upload) continue;
      expect({ path, may: REST[`${method} ${path}`]?.may }).toEqual({ path, may: GRAPHQL[operationOf(document)]?.may });
    }
  });

  describe.each(Object.entries(REST))('%s', (name, row) => {
    it(row.may === 'anyone' ? 'needs no token' : 'is 401 without a token', async () => {
      const answer = await call(service.anonymous, name, row);
      if (row.may === 'anyone') {
        expect(answer.status).toBe(row.status);
        return;
      }
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    });

    it.each(ROLES)(`is for %s as the table says`, async (role) => {
      const answer = await call(service.a[role], name, row);
      if (row.may === 'anyone' || row.may.includes(role)) {
        expect(answer.status).toBe(row.status);
        return;
      }
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(rolesNamed(answer)).toEqual(row.may);
    });
  });

  function call(client: Client, name: string, { path, body, file }: RestCase): Promise<Answer> {
    const [method = ''] = name.split(' ');
    if (file !== undefined) return client.upload(path(world), file);
    return method === 'GET' ? client.get(path(world)) : client.post(path(world), body?.(world));
  }
});

/** The roles that the details of a refusal name. */
function rolesNamed({ body }: Answer): string[] {
  const { details } = (body as { error: { details: { message: string }[] } }).error;
  return ROLES.filter((role) => details.some(({ message }) => message.includes(role)));
}

/** `Query.scans` of a document. */
function operationOf(document: string): string {
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const [root] = definition.selectionSet.selections;
  const type = definition.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation';
  return `${type}.${root?.kind === Kind.FIELD ? root.name.value : ''}`;
}
