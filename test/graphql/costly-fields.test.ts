import { readFileSync } from 'node:fs';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { COSTLY_FIELDS, fieldCostsOf } from '../../src/app/features.js';
import { QueryLimits } from '../../src/graphql/limits.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const costs = fieldCostsOf(contentCountsOf(catalogueOf()));
const limits = new QueryLimits(schema, costs);
/** Units from which an operation runs in the heavy lane. Source: schema/contract/limits.md. */
const HEAVY_UNITS = 8;

const unitsOf = (query: string) => limits.check(parse(query), {});
const operation = (type: string) => (type === 'Mutation' ? 'mutation' : 'query');

describe('a costly field', () => {
  it('is declared by its feature: what plans, checks passwords or reads snapshots', () => {
    expect([...COSTLY_FIELDS.keys()]).toEqual(
      expect.arrayContaining(['Query.plan', 'Query.whatIf', 'Query.compareSnapshots', 'Mutation.login']),
    );
  });

  it.each([...COSTLY_FIELDS.keys()].map((field) => field.split('.') as [string, string]))(
    '%s.%s is asked for once in an operation, by whichever names and fragments',
    (type, name) => {
      const of = operation(type);
      const costly = expect.objectContaining({ message: expect.stringContaining('at most one field that') as string });
      expect(unitsOf(`${of} { ${name} { __typename } }`)).toBe(COSTLY_FIELDS.get(`${type}.${name}`));
      for (const query of [
        `${of} { a: ${name} { __typename } b: ${name} { __typename } }`,
        `${of} { ${name} { __typename } ...F } fragment F on ${type} { b: ${name} { __typename } }`,
        `${of} { ...F ... on ${type} { b: ${name} { __typename } } } fragment F on ${type} { ${name} { __typename } }`,
      ]) {
        expect(() => unitsOf(query)).toThrow(costly);
      }
    },
  );

  it('excludes any other costly one in the same operation', () => {
    expect(() => unitsOf('{ plan { __typename } whatIf { __typename } }')).toThrow();
    expect(unitsOf('{ plan { __typename } me { id } }')).toBe((COSTLY_FIELDS.get('Query.plan') ?? 0) + 1);
  });

  it('sends a plan to the heavy lane', () => {
    expect(unitsOf('{ plan { isReached } }')).toBeGreaterThanOrEqual(HEAVY_UNITS);
  });

  it('is a root field, or the service does not start', () => {
    for (const wrong of ['Query.nothing', 'Plan.steps', 'plan']) {
      expect(() => new QueryLimits(schema, { ...costs, costlyFields: new Map([[wrong, 8]]) })).toThrow(wrong);
    }
  });
});
