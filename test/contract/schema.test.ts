import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { startService, type TestService } from '../support/service.js';

const FILE = join(SOURCE_ROOT, '../schema/schema.graphql');

describe('schema/schema.graphql', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is what the classes say; `npm run schema` writes it anew', () => {
    const printed = `${printSchema(lexicographicSortSchema(service.app.schema))}\n`;
    if (process.env.UPDATE_SCHEMA) writeFileSync(FILE, printed);
    expect(readFileSync(FILE, 'utf8')).toBe(printed);
  });
});
