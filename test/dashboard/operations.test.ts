import { describe, expect, it } from 'vitest';
import { buildSchema, getOperationAST, Kind, OperationTypeNode, parse, print, separateOperations } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANONYMOUS_LIMITS, parseWithinLimit, QueryLimits } from '../../src/graphql/limits.js';
import { ACCESS, fieldCostsOf } from '../../src/app/features.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const APP = 'src/dashboard/app';
/** Largest page, and largest frameworks, that one of them requests by variables. */
const VARIABLES = { first: 100, framework: 'PCI DSS', from: 'PCI DSS', to: 'HIPAA' };

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const limits = new QueryLimits(schema, fieldCostsOf(contentCountsOf(catalogueOf())));
const shared = readFileSync(join(APP, 'api/fragments.graphql'), 'utf8');
const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));

/** Operations whose root fields need no token, as they are sent: with their fragments alone. */
const anonymous = files.flatMap((name) => {
  const documents = separateOperations(
    parse(readFileSync(join(APP, name), 'utf8') + (name.endsWith('fragments.graphql') ? '' : shared)),
  );
  return Object.entries(documents).filter(([, document]) => {
    const operation = getOperationAST(document);
    const type = operation?.operation === OperationTypeNode.MUTATION ? 'Mutation' : 'Query';
    return operation?.selectionSet.selections.every(
      (field) => field.kind === Kind.FIELD && ACCESS.isPublic(`${type}.${field.name.value}`),
    );
  });
});

describe('the operations of the dashboard', () => {
  it.each(anonymous)('are within the limits without a token, where they are sent without: %s', (_name, document) => {
    const sent = parseWithinLimit(print(document), ANONYMOUS_LIMITS);
    expect(() => limits.check(sent, {}, ANONYMOUS_LIMITS)).not.toThrow();
  });

  it.each(files.filter((name) => !name.endsWith('fragments.graphql')))(
    'are within the query limits of the service: %s',
    (name) => {
      const document = parse(readFileSync(join(APP, name), 'utf8') + shared);
      expect(() => limits.check(document, VARIABLES)).not.toThrow();
    },
  );
});
