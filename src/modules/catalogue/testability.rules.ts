import type { Catalogue, Control, Framework } from './catalogue.js';
import { isFull } from './relationship.rules.js';
import { coveredCodes, elementCode, type TestedElement } from './tested-elements.rules.js';

/**
 * How far tests decide a control: `full`: they can show all that it asks for, and pass it; `part`: they decide some of its
 * elements, so that they can fail it, and only people can pass it; `none`: no test decides anything of it, only people do.
 */
export type Testability = 'full' | 'part' | 'none';

/** How many controls of a framework tests can decide, where everything that a check of the catalogue reads is connected. */
export interface TestabilityCounts {
  controls: number;
  /** Tests can pass them, and fail them. */
  full: number;
  /** Tests can fail them; only people can pass them. */
  part: number;
  /** Only people can pass or fail them. */
  none: number;
  /** Those that tests can fail: `full` and `part`. */
  failable: number;
  /** Of `none`: those for which checks of ours, not rules of reports, collect evidence without deciding anything. */
  supported: number;
}

/** The elements of the catalogue that tests decide, as codes. */
export interface TestableElements {
  /** Tests of some provider can show them: all of its checks are there, and their passes count. */
  shown: ReadonlySet<number>;
  /** Tests can fail them. */
  decided: ReadonlySet<number>;
}

/**
 * The elements that checks of the catalogue, and rules of imported reports, decide.
 * @param tierMax of the checks that are there; those of tier 2 need more than the usual access
 */
export function testableElements(
  { testedElements }: Pick<Catalogue, 'testedElements'>,
  tierMax = Infinity,
): TestableElements {
  const tested = [...testedElements.values()].flat();
  const codes = (of: readonly TestedElement[]) =>
    new Set(of.map(({ universalControl, element }) => elementCode(universalControl, element)));
  const areAllThere = ({ checks }: TestedElement) => checks.every(({ canShow, tier }) => canShow && tier <= tierMax);
  return { shown: codes(tested.filter(areAllThere)), decided: codes(tested) };
}

/** How far tests decide a control. Source: schema/contract/status.md, "Tests". */
export function testabilityOf({ method, mappings }: Control, { shown, decided }: TestableElements): Testability {
  const isShown = mappings
    .filter(({ relationship }) => isFull(relationship))
    .some((mapping) => coveredCodes({ mappings: [mapping] }).every((code) => shown.has(code)));
  if (method !== 'manual' && isShown) return 'full';
  return coveredCodes({ mappings }).some((code) => decided.has(code)) ? 'part' : 'none';
}

/** How many of a framework's controls tests can decide. */
export function countTestability(
  { controls }: Pick<Framework, 'controls'>,
  elements: TestableElements,
): TestabilityCounts {
  const kinds = Map.groupBy(controls, (control) => testabilityOf(control, elements));
  const [full, part, none] = [kinds.get('full') ?? [], kinds.get('part') ?? [], kinds.get('none') ?? []];
  return {
    controls: controls.length,
    full: full.length,
    part: part.length,
    none: none.length,
    failable: full.length + part.length,
    supported: none.filter(({ checks }) => checks.length > 0).length,
  };
}
