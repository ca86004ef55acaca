import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlCountOf } from '../catalogue/shipped.js';
import { buildSchema, isNonNullType } from 'graphql';
import { readFileSync } from 'node:fs';
import { ACCESS } from '../../src/app/features.js';
import { ROLES } from '../../src/access/roles.js';
import { anyOf } from '../support/any-of.js';
import { startService, type TestService } from '../support/service.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const rootsOf = (kind: 'Query' | 'Mutation') =>
  Object.values((kind === 'Query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {}).map(
    (field) => ({ operation: `${kind}.${field.name}`, field, isStrict: isNonNullType(field.type) }),
  );

describe('the roots of the schema', () => {
  it('may be null where a role, a scope, an enrolment or an argument can be refused', () => {
    const refusable = rootsOf('Query').filter(({ operation, field }) => {
      const { roles, scope, whileEnrolling } = ACCESS.rowOf(operation);
      const isForAll = roles !== 'public' && roles.length === ROLES.length;
      return !isForAll || scope !== 'read' || !whileEnrolling || field.args.length > 0;
    });
    expect(refusable.length).toBeGreaterThan(40);
    expect(refusable.filter(({ isStrict }) => isStrict).map(({ operation }) => operation)).toEqual([]);
  });

  it('of queries are never null where every caller with a token is answered', () => {
    const strict = rootsOf('Query').filter(({ isStrict }) => isStrict);
    expect(strict.map(({ operation }) => operation).toSorted()).toEqual(['Query.me', 'Query.permissions']);
  });

  it('of mutations may all be null', () => {
    expect(rootsOf('Mutation').filter(({ isStrict }) => isStrict)).toEqual([]);
  });
});

describe('an operation of several blocks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('answers the others where some are refused', async () => {
    const query = `{
      me { email }
      members { id }
      frameworks { name }
      integrations { id }
      gap(from: "SOC 2", to: "HIPAA") { totalControls }
      webhooks { id }
    }`;
    const { status, body } = await service.a.member.graphql(query);
    const { data, errors } = body as {
      data: Record<string, unknown>;
      errors: { path: string[]; extensions: { code: string; allowedRoles: string[] } }[];
    };
    expect(status).toBe(200);
    expect(data).toEqual({
      me: { email: 'member@alpha.example' },
      members: null,
      frameworks: expect.arrayContaining([{ name: 'SOC 2' }]),
      integrations: null,
      gap: { totalControls: controlCountOf('hipaa') },
      webhooks: null,
    });
    const refused = errors.map(({ path, extensions }) => [path.join('.'), extensions.code, extensions.allowedRoles]);
    expect(refused.toSorted()).toEqual([
      ['integrations', 'FORBIDDEN', ['admin', 'auditor']],
      ['members', 'FORBIDDEN', ['admin', 'auditor']],
      ['webhooks', 'FORBIDDEN', ['admin']],
    ]);
  });

  it('keeps the id of what an earlier mutation committed where a later one fails', async () => {
    const { body } = await service.a.admin.graphql(`mutation {
      done: createServiceAccount(input: { name: "nightly" }) { serviceAccount { id } }
      lost: disableServiceAccount(input: { serviceAccountId: "00000000-0000-4000-8000-000000000000" }) {
        serviceAccount { id }
      }
    }`);
    expect(body).toMatchObject({
      data: { done: { serviceAccount: { id: anyOf(String) } }, lost: null },
      errors: [{ path: ['lost'], extensions: { code: 'NOT_FOUND' } }],
    });
  });
});
