import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/modules/catalogue/catalogue.js';
import {
  coveredCodes,
  decidedCodes,
  ELEMENT_CODES,
  elementCode,
  testedElementsOf,
} from '../../src/modules/catalogue/tested-elements.rules.js';
import { TINY, tinyControl } from '../scans/tiny-catalogue.js';
import { catalogueOf } from './shipped.js';

const [one, two, , , five] = TINY.checks;

/** `universal control, element: checks` of every tested element of a provider. */
function testedBy(checks: readonly Check[], provider: string): string[] {
  return (testedElementsOf(checks).get(provider) ?? []).map(
    ({ universalControl, element, checks: all }) =>
      `${universalControl.code} ${element}: ${all.map(({ id }) => id).join(', ')}`,
  );
}

describe('the elements that checks test', () => {
  it('have all checks of a provider that decide them, and none that only support their universal control', () => {
    expect(testedBy(TINY.checks, 'aws')).toEqual([
      'UCF-T-1 1: aws.test.one, aws.test.two',
      'UCF-T-2 1: aws.test.two',
      'UCF-T-3 1: aws.test.three, aws.test.four',
    ]);
    expect(five?.universalControls).toHaveLength(1);
  });

  it('are tested by each provider on its own', () => {
    const gcp = one && { ...one, id: 'gcp.test.one', provider: 'gcp' };
    const checks = [gcp, two].filter((check) => check !== undefined);
    expect(testedBy(checks, 'gcp')).toEqual(['UCF-T-1 1: gcp.test.one']);
    expect(testedBy(checks, 'aws')).toEqual(['UCF-T-1 1: aws.test.two', 'UCF-T-2 1: aws.test.two']);
    expect(testedBy(checks, 'azure')).toEqual([]);
  });

  it('are those of the catalogue for every provider whose checks decide some', () => {
    const catalogue = catalogueOf();
    const deciding = catalogue.checks.filter(({ decides }) => decides.length > 0);
    for (const check of deciding) {
      const tested = catalogue.testedElements.get(check.provider) ?? [];
      const codes = tested.filter(({ checks }) => checks.includes(check)).map(codeOf);
      expect(codes.toSorted((a, b) => a - b)).toEqual(decidedCodes(check).toSorted((a, b) => a - b));
    }
    expect(deciding.length).toBeGreaterThan(0);
  });
});

describe('the code of an element', () => {
  const codeByName = TINY.universalControls.flatMap((each) =>
    each.elements.map((_, index) => elementCode(each, index + 1)),
  );

  it('is unique among all elements', () => {
    expect(new Set(codeByName).size).toBe(codeByName.length);
    const shipped = catalogueOf().universalControls;
    const codes = shipped.flatMap((each) => each.elements.map((_, index) => elementCode(each, index + 1)));
    expect(new Set(codes).size).toBe(codes.length);
    expect(Math.max(...shipped.map(({ elements }) => elements.length))).toBeLessThan(ELEMENT_CODES);
  });

  it('names what a check decides and what a control asks for by the same numbers', () => {
    const [asked] = coveredCodes(tinyControl('soc2 CC1.2'));
    expect(two && decidedCodes(two)).toContain(asked);
    expect(one && decidedCodes(one)).not.toContain(asked);
    expect(five && decidedCodes(five)).toEqual([]);
  });
});

function codeOf({ universalControl, element }: { universalControl: { no: number }; element: number }): number {
  return elementCode(universalControl, element);
}
