import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { startService, type TestService } from '../support/service.js';

const FILE = join(SOURCE_ROOT, '../schema/openapi.json');

describe('schema/openapi.json', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is an OpenAPI 3.1 document by the specification’s own schema', async () => {
    const result = await new Validator().validate(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('passes the recommended rules of the linter', () => {
    const cli = join(SOURCE_ROOT, '../node_modules/.bin/redocly');
    const args = ['lint', FILE, '--extends=recommended', '--format=json'];
    const env = { ...process.env, NODE_OPTIONS: '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { totals, problems } = JSON.parse(
      execFileSync(cli, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ) as { totals: object; problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('contains every path of the REST table and itself, and no other', () => {
    const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = service.app.routes.map(({ method, path }) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual([...rows, 'GET /api/openapi.json'].toSorted());
  });

  it('is served without a token', async () => {
    const { status, body, headers } = await service.anonymous.get('/api/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  });
});
