import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema, parse, validate } from 'graphql';
import { readFile } from 'node:fs/promises';
import { EXAMPLES } from '../../src/dashboard/graphiql/examples.js';
import { connect, finished } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

describe('the examples of the API explorer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
  });
  afterAll(async () => {
    await service.stop();
  });

  it.each(EXAMPLES.filter(({ query }) => !query.startsWith('subscription')).map((each) => [each.title, each] as const))(
    'run without changes: %s',
    async (_title, { query, variables }) => {
      const given = JSON.parse(variables ?? '{}') as Record<string, unknown>;
      const answer = await service.a.admin.data<Record<string, unknown>>(query, given);
      expect(Object.keys(answer)).not.toHaveLength(0);
      const { triggerScan } = answer as { triggerScan?: { scan: { id: string } } };
      if (triggerScan) expect((await finished(service.a.admin, triggerScan.scan.id)).status).toBe('completed');
    },
  );

  it('match the schema, subscriptions included', async () => {
    const schema = buildSchema(await readFile('schema/schema.graphql', 'utf8'));
    for (const { title, query } of EXAMPLES) expect([title, validate(schema, parse(query))]).toEqual([title, []]);
  });

  it('preview an assessment of a universal control that exists in every installation', async () => {
    const preview = EXAMPLES.find(({ query }) => query.includes('previewAssessment'));
    const { input } = JSON.parse(preview?.variables ?? '') as { input: { universalControlId: string } };
    const { universalControl } = await service.b.admin.data<{ universalControl: { code: string } }>(
      'query ($id: ID!) { universalControl(id: $id) { code } }',
      { id: input.universalControlId },
    );
    expect(preview?.description).toContain(universalControl.code);
  });
});
