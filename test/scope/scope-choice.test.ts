import { describe, expect, it } from 'vitest';
import { choiceValueOf, completeSelection, scopeChoiceOf } from '../../src/modules/catalogue/scope-choice.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const catalogue = catalogueOf();
const choiceOf = (slug: string) => {
  const framework = catalogue.frameworkBySlug.get(slug);
  if (!framework) throw new Error(`no framework ${slug}`);
  return scopeChoiceOf(framework);
};

describe('the choice that a framework offers', () => {
  it('is the trust services categories of SOC 2, the assessed entity of PCI DSS and the level of CMMC; the others have none', () => {
    const offered = catalogue.frameworks.map((framework) => [
      framework.name,
      scopeChoiceOf(framework)?.attribute ?? null,
    ]);
    expect(Object.fromEntries(offered)).toEqual({
      'SOC 2': 'trust_category',
      CMMC: 'level',
      'ISO 27001': null,
      HIPAA: null,
      HITRUST: null,
      'NIST CSF': null,
      'PCI DSS': 'entity',
    });
  });

  it('gives every control of such a framework a value that it knows', () => {
    for (const framework of catalogue.frameworks) {
      const choice = scopeChoiceOf(framework);
      const values = choice?.values.map(({ value }) => value) ?? [];
      for (const control of framework.controls) {
        const value = choiceValueOf(control);
        if (choice) expect(values).toContain(value);
        else expect(value).toBeNull();
      }
    }
  });
});

describe('a selection', () => {
  it.each([
    ['soc2', [], ['security']],
    ['soc2', ['privacy', 'availability'], ['security', 'availability', 'privacy']],
    ['pci-dss', [], ['any']],
    ['pci-dss', ['service-provider'], ['any', 'service-provider']],
    ['cmmc', ['2'], ['1', '2']],
    ['cmmc', ['3'], ['1', '2', '3']],
    ['cmmc', [], ['1']],
    ['soc2', ['secrecy'], null],
  ])('of %s with %j is %j', (slug, chosen, selected) => {
    const choice = choiceOf(slug);
    expect(choice && completeSelection(choice, chosen)).toEqual(selected);
  });
});
