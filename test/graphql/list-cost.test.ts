import { describe, expect, it } from 'vitest';
import { buildSchema, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { fieldCostsOf } from '../../src/app/features.js';
import { GRAPHQL_LIMITS, QueryLimits } from '../../src/graphql/limits.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import {
  catalogueOf,
  controlCountOf,
  frameworkId,
  CONTROL_COUNT,
  UNIVERSAL_CONTROL_COUNT,
} from '../catalogue/shipped.js';

const catalogue = catalogueOf();
const limits = new QueryLimits(
  buildSchema(readFileSync('schema/schema.graphql', 'utf8')),
  fieldCostsOf(contentCountsOf(catalogue)),
);

/** Estimated number of fields in the answer: what is refused where nothing is allowed. */
function estimateOf(query: string, variables: Record<string, unknown> = {}): number {
  try {
    limits.check(parse(query), variables, { ...GRAPHQL_LIMITS, answerFields: 0 });
  } catch (err) {
    const { facts } = (err as { originalError: { facts: { estimated: number } } }).originalError;
    return facts.estimated;
  }
  throw new Error('nothing was estimated');
}

/** Of a list with one field of each item: the list and its items. */
const itemsOf = (args: string, variables: Record<string, unknown> = {}, definitions = '') =>
  estimateOf(`query ${definitions} { controls${args} { id } }`, variables) - 1;

const SOC2 = controlCountOf('soc2');
const HIPAA = controlCountOf('hipaa');

describe('the estimated size of a list of controls', () => {
  it.each<[string, string, number]>([
    ['all frameworks', '', CONTROL_COUNT],
    ['no framework in a list', '(frameworks: [])', CONTROL_COUNT],
    ['one framework', '(framework: "SOC 2")', SOC2],
    ['one framework by its id', `(framework: "${frameworkId('hipaa')}")`, HIPAA],
    ['two frameworks', '(frameworks: ["soc2", "HIPAA"])', SOC2 + HIPAA],
    ['the same framework twice', '(framework: "soc2", frameworks: ["SOC 2", "soc-2"])', SOC2],
    ['a framework that there is not', '(framework: "Nope")', 0],
    ['level 1, which has 15 controls', '(framework: "CMMC", level: 1)', 15],
    ['the levels 1 and 2 together', '(framework: "CMMC", level: 2)', 125],
    ['level 2 alone', '(framework: "CMMC", levels: [2])', 110],
    ['a level where there are none', '(framework: "SOC 2", level: 1)', SOC2],
    ['a status, which depends on the organization', '(framework: "SOC 2", statuses: [failed])', SOC2],
  ])('for %s is the catalogue’s number', (_what, args, expected) => {
    expect(itemsOf(args)).toBe(expected);
  });

  it('is that of a domain and of a category', () => {
    const soc2 = catalogue.frameworkBySlug.get('soc2')?.controls ?? [];
    const ofIam = soc2.filter(({ mappings }) => mappings.some((each) => each.universalControl.domain.code === 'IAM'));
    expect(itemsOf('(framework: "SOC 2", domain: "iam")')).toBe(ofIam.length);
    const ofCategory = soc2.filter(({ category }) => category === 'Risk Assessment');
    expect(itemsOf('(framework: "SOC 2", categories: ["risk assessment"])')).toBe(ofCategory.length);
  });

  it('follows variables and their defaults', () => {
    expect(itemsOf('(framework: $f)', { f: 'SOC 2' }, '($f: String)')).toBe(SOC2);
    expect(itemsOf('(framework: $f)', {}, '($f: String = "HIPAA")')).toBe(HIPAA);
    expect(itemsOf('(frameworks: [$f, "soc2"])', { f: 'HIPAA' }, '($f: String!)')).toBe(SOC2 + HIPAA);
    expect(itemsOf('(framework: $f)', {}, '($f: String)')).toBe(CONTROL_COUNT);
  });

  it.each<[string, unknown]>([
    ['a number', 7],
    ['an object', { a: 1 }],
    ['a list of lists', [['soc2']]],
    ['more names than an argument takes', Array.from({ length: 51 }, () => 'soc2')],
    ['a text longer than any name', 'a'.repeat(201)],
  ])('is the largest for %s, which no resolver takes', (_what, f) => {
    expect(itemsOf('(frameworks: $f)', { f }, '($f: [String!])')).toBe(CONTROL_COUNT);
  });

  it('is an upper bound of what each framework answers for each domain', () => {
    for (const { name, controls } of catalogue.frameworks) {
      for (const { code } of catalogue.domains) {
        const real = controls.filter(({ mappings }) =>
          mappings.some((each) => each.universalControl.domain.code === code),
        );
        expect(itemsOf(`(framework: "${name}", domain: "${code}")`)).toBe(real.length);
      }
    }
  });
});

describe('the estimated size of universal controls', () => {
  it('is that of their domain', () => {
    expect(estimateOf('{ universalControls { id } }') - 1).toBe(UNIVERSAL_CONTROL_COUNT);
    expect(estimateOf('{ universalControls(domain: "IAM") { id } }') - 1).toBe(17);
  });
});
