import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { EXAMPLES_FILE, readExamples } from '../../src/http/openapi/examples.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { furnish } from '../access/world.js';
import { startService, type TestService } from '../support/service.js';
import { recordExamples } from './examples.js';

const FILE = join(SOURCE_ROOT, '../schema/openapi.json');

describe('schema/openapi.json', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    if (process.env.UPDATE_SCHEMA) await writeAnew();
  });
  afterAll(() => service.stop());

  async function writeAnew(): Promise<void> {
    const examples = await recordExamples(service, await furnish(service, service.a));
    writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
    const document = openApiDocument(service.app.routes, service.app.schema, examples);
    writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
    // Examples are read at start.
    await service.stop();
    service = await startService();
  }

  it('is what the rows and the graph say; `npm run schema` writes it anew', () => {
    const document = openApiDocument(service.app.routes, service.app.schema, readExamples());
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is an OpenAPI 3.1 document by the specification’s own schema', async () => {
    const result = await new Validator().validate(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has nothing that the linter’s recommended rules would change', () => {
    const cli = join(SOURCE_ROOT, '../node_modules/.bin/redocly');
    const args = ['lint', FILE, '--extends=recommended', '--format=json'];
    const env = { ...process.env, NODE_OPTIONS: '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { totals, problems } = JSON.parse(
      execFileSync(cli, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ) as { totals: object; problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('is answered without a token', async () => {
    const { status, body, headers } = await service.anonymous.get('/api/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  });
});
