import { getNamedType, isObjectType, type GraphQLOutputType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/app/features.js';
import { createLink, openLink } from '../auditor-links/auditor-links.js';
import { EventStream } from '../http/event-stream.js';
import type { LiveAnswer } from '../http/socket.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { callRest } from './rest-call.js';
import { operationOf } from './rest-operations.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { REST } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

/** All that the token of a link opens, by hand. */
const OPEN = [
  ...['Query.auditedFramework', 'Query.auditedControl', 'Query.auditedEvidenceFile', 'Query.auditedReportFile'],
  ...['Query.auditedAnswerFile', 'Query.auditedComments', 'Mutation.addAuditorComment'],
];

describe('the token of an auditor link', () => {
  let service: TestService;
  let world: World;
  let auditor: Client;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    auditor = await openLink(service, (await createLink(service.a.admin)).secret);
  });
  afterAll(() => service.stop());

  it.each(Object.entries(GRAPHQL).filter(([name, { may }]) => may !== 'anyone' && !OPEN.includes(name)))(
    'is refused for %s',
    async (name, row) => {
      const variables = row.variables?.(world, 'admin') ?? {};
      const answer = name.startsWith('Subscription.')
        ? await EventStream.ask(auditor, row.document, variables)
        : ((await auditor.graphql(row.document, variables)).body as LiveAnswer);
      expect(answer.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(Object.values(answer.data ?? {}).filter((value) => value !== null)).toEqual([]);
    },
  );

  it.each(Object.entries(REST).filter(([, { may }]) => may !== 'anyone'))('is refused for %s', async (name, row) => {
    if (OPEN.includes(operationOf(service, name))) return;
    const answer = await callRest(auditor, name, row, world);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { code: 'FORBIDDEN' } });
  });

  it.each(Object.entries(GRAPHQL).filter(([, { may }]) => may === 'anyone'))(
    'is not mistaken for an account by %s, which anybody may call',
    async (_name, row) => {
      const { body } = await auditor.graphql(row.document, row.variables?.(world, 'admin') ?? {});
      const codes = (body as LiveAnswer).errors?.map(({ extensions }) => extensions.code) ?? [];
      expect(codes).not.toContain('INTERNAL');
    },
  );

  it.each(Object.entries(REST).filter(([, { may }]) => may === 'anyone'))(
    'is not mistaken for an account by %s, which anybody may call',
    async (name, row) => {
      expect((await callRest(auditor, name, row, world)).status).toBeLessThan(500);
    },
  );

  it('opens the operations that say so, and no other one', () => {
    const declared = ACCESS.operations.filter((name) => ACCESS.rowOf(name).byAuditorLink === true);
    expect(declared.toSorted()).toEqual(OPEN.toSorted());
  });

  it('reaches no type of the graph beside those made for auditors', () => {
    const reached = new Set<string>();
    const visit = (name: string) => {
      if (reached.has(name)) return;
      reached.add(name);
      const type = service.app.schema.getType(name);
      if (!isObjectType(type)) return;
      for (const field of Object.values(type.getFields())) visit(namedTypeOf(field));
    };
    for (const operation of OPEN) {
      const [root = '', name = ''] = operation.split('.');
      const type = service.app.schema.getType(root);
      if (isObjectType(type)) visit(namedTypeOf(type.getFields()[name]));
    }
    const scalars = ['ID', 'String', 'Int', 'Float', 'Boolean', 'DateTimeISO'];
    const others = [...reached].filter((name) => !scalars.includes(name) && !/^(Audited|AuditorComment)/.test(name));
    expect(others.toSorted()).toEqual(['Assurance', 'AssuranceLevel', 'ControlStatus', 'Severity']);
  });
});

/** Name of the type of a field, without lists. */
function namedTypeOf(field: { type: GraphQLOutputType } | undefined): string {
  return field ? getNamedType(field.type).name : '';
}
