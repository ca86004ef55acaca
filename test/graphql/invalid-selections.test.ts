import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldCostsOf } from '../../src/app/features.js';
import { LimitError } from '../../src/graphql/limit-error.js';
import { GRAPHQL_LIMITS, QueryLimits } from '../../src/graphql/limits.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const limits = new QueryLimits(schema, fieldCostsOf(contentCountsOf(catalogueOf())));

/** What a document may give for an argument, whatever its type: the cost is estimated before anything is validated. */
const GARBAGE = [
  ...['null', '-1', '99999999999999999999', '1.5', '"x"', '""', 'true', 'anything', '[]', '[1, "x", null, [2]]'],
  ...['{a: {b: 1}}', '[{a: null}]', '$given', '$missing'],
];
const VARIABLES = [undefined, null, 0, -1, 1e300, NaN, 'x', [], [null, {}, 3], { first: {} }];

const FIELDS = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

/** Whether the estimate of a selection of one field, with a selection below it, ends in anything but a number or a limit. */
function breaks(type: string, selection: string, variables: Record<string, unknown> = {}): boolean {
  try {
    limits.check(parse(`query { ...F } fragment F on ${type} { ${selection} }`), variables, GRAPHQL_LIMITS);
    return false;
  } catch (err) {
    return !(err instanceof LimitError);
  }
}

describe('the cost of what is not valid', () => {
  it('is estimated for a selection below every field, also below those that have none', () => {
    const failed = FIELDS.filter(({ type, field }) => breaks(type.name, `${field.name} { nothing }`));
    expect(failed.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(1_000);
  });

  it('is estimated for every argument of every field, whatever it is given', () => {
    const failed = new Set<string>();
    for (const { type, field } of FIELDS) {
      for (const { name } of [...field.args, { name: 'unknown' }]) {
        for (const given of GARBAGE) {
          for (const value of given === '$given' ? VARIABLES : [undefined]) {
            const selection = `${field.name}(${name}: ${given}) { nothing }`;
            if (breaks(type.name, selection, { given: value }))
              failed.add(`${type.name}.${selection} ${JSON.stringify([value])}`);
          }
        }
      }
    }
    expect([...failed]).toEqual([]);
  });
});
