import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { ACCESS, DECLARATIONS } from '../../../src/app/features.js';
import { openApiDocument } from '../../../src/http/openapi/document.js';
import { EXAMPLES_FILE, readExamples, type Examples } from '../../../src/http/openapi/examples.js';
import { Tags } from '../../../src/http/openapi/tags.js';
import { furnish } from '../../access/world.js';
import { startService, type TestService, type TestTenant } from '../../support/service.js';
import { withoutCounts, withStoredCounts } from './example-counts.js';
import { recordExamples } from './examples.js';
import { expectGenerated, IS_UPDATE } from './generated-file.js';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

describe('files that `npm run schema` writes from a running service', () => {
  let service: TestService;
  let examples: Examples;
  let examplesOfB: Examples;

  beforeAll(async () => {
    service = await startService();
    const record = async (tenant: TestTenant) => recordExamples(service, tenant, await furnish(service, tenant));
    examples = await record(service.a);
    examplesOfB = await record(service.b);
    if (IS_UPDATE) writeFileSync(EXAMPLES_FILE, json(withStoredCounts(readExamples(), examples)));
  });
  afterAll(() => service.stop());

  it('include schema/schema.graphql, printed from the classes', () => {
    expectGenerated('schema/schema.graphql', `${printSchema(lexicographicSortSchema(service.app.schema))}\n`);
  });

  it('include an OpenAPI example of every path, equal to its response but for counts', () => {
    expect(textsOf(readExamples()), 'src/http/openapi/examples.json is out of date: npm run schema').toEqual(
      textsOf(examples),
    );
  });

  it('include the same OpenAPI examples at any time and for any organization', () => {
    expect(json(examplesOfB).replaceAll('Beta', 'Alpha').replaceAll('beta.example', 'alpha.example')).toBe(
      json(examples),
    );
  });

  it('include schema/openapi.json, built from the REST rows, the graph and the examples', () => {
    const { routes: rows, schema } = service.app;
    const source = { rows, schema, access: ACCESS, tags: new Tags(DECLARATIONS) };
    expectGenerated('schema/openapi.json', json(openApiDocument(source)));
  });
});

function textsOf(examples: Examples): Record<string, string> {
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, withoutCounts(example)]));
}
