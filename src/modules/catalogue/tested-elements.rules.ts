import type { Check, Control, UniversalControl } from './catalogue.js';

/** An element of a universal control with the checks of one provider that are the test of it. */
export interface TestedElement {
  universalControl: UniversalControl;
  /** Number, from 1. */
  element: number;
  /** All of them have to pass. */
  checks: Check[];
}

/** The elements that checks decide, by provider. */
export function testedElementsOf(checks: readonly Check[]): ReadonlyMap<string, TestedElement[]> {
  const byKey = new Map<string, TestedElement>();
  for (const check of checks) {
    for (const { universalControl, elements } of check.decides) {
      for (const element of elements) {
        const key = `${check.provider} ${elementCode(universalControl, element)}`;
        const tested = byKey.get(key) ?? { universalControl, element, checks: [] };
        tested.checks.push(check);
        byKey.set(key, tested);
      }
    }
  }
  const byProvider = Map.groupBy(byKey, ([key]) => key.slice(0, key.indexOf(' ')));
  return new Map([...byProvider].map(([provider, entries]) => [provider, entries.map(([, tested]) => tested)]));
}

/** An element of a universal control, by its number from 1. */
export type SupportedElement = Pick<TestedElement, 'universalControl' | 'element'>;

/**
 * The elements that checks of other providers decide, of universal controls that a provider's own checks only support there, by
 * provider: it has to do with them, and no test of it shows them.
 */
export function supportedElementsOf(checks: readonly Check[]): ReadonlyMap<string, SupportedElement[]> {
  const tested = testedElementsOf(checks);
  const byUniversalControl = Map.groupBy([...tested.values()].flat(), ({ universalControl }) => universalControl);
  const supported = [...Map.groupBy(checks, ({ provider }) => provider)].map(([provider, own]) => {
    const decided = new Set((tested.get(provider) ?? []).map(codeOf));
    const concerned = new Set(own.flatMap(({ universalControls }) => universalControls));
    const elements = [...concerned].flatMap((each) => byUniversalControl.get(each) ?? []);
    const byCode = new Map(elements.map((each) => [codeOf(each), each]));
    return [provider, [...byCode].flatMap(([code, each]) => (decided.has(code) ? [] : [each]))] as const;
  });
  return new Map(supported);
}

function codeOf({ universalControl, element }: SupportedElement): number {
  return elementCode(universalControl, element);
}

/** How many codes each universal control has: more than elements, so that codes are unique. */
export const ELEMENT_CODES = 8;

/** An element as one number, as scans store the elements that a check decides. */
export function elementCode({ no }: Pick<UniversalControl, 'no'>, element: number): number {
  return no * ELEMENT_CODES + element;
}

/** Codes of the elements that a check decides. */
export function decidedCodes({ decides }: Pick<Check, 'decides'>): number[] {
  return decides.flatMap(({ universalControl, elements }) =>
    elements.map((element) => elementCode(universalControl, element)),
  );
}

/** The checks that decide an element which the control asks for; of its checks, the others only support it. */
export function decidingChecksOf(control: Pick<Control, 'mappings' | 'checks'>): Check[] {
  const codes = new Set(coveredCodes(control));
  return control.checks.filter((check) => decidedCodes(check).some((code) => codes.has(code)));
}

/** Codes of the elements that a control asks for. */
export function coveredCodes({ mappings }: Pick<Control, 'mappings'>): number[] {
  return mappings.flatMap(({ universalControl, covers }) =>
    covers.map((element) => elementCode(universalControl, element)),
  );
}
