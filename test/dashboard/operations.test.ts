import { describe, expect, it } from 'vitest';
import { buildSchema, parse } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryLimits } from '../../src/graphql/limits.js';
import { listSizesOf } from '../../src/app/features.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const APP = 'src/dashboard/app';
/** Largest page that one of them requests by a variable. */
const VARIABLES = { first: 100 };

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const limits = new QueryLimits(schema, listSizesOf(contentCountsOf(catalogueOf())));
const shared = readFileSync(join(APP, 'api/fragments.graphql'), 'utf8');
const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));

describe('the operations of the dashboard', () => {
  it.each(files.filter((name) => !name.endsWith('fragments.graphql')))(
    'are within the query limits of the service: %s',
    (name) => {
      const document = parse(readFileSync(join(APP, name), 'utf8') + shared);
      expect(() => limits.check(document, VARIABLES)).not.toThrow();
    },
  );
});
