import { percentOf } from '../../../platform/percent.js';
import { buildCatalogue } from '../catalogue-build.js';
import { controlUuid, universalControlUuid } from '../catalogue-ids.js';
import type { Catalogue, UniversalControl } from '../catalogue.js';
import type { Content } from '../content-shapes.js';
import { RELATIONSHIPS, relationshipOf, type Relationship } from '../relationship.rules.js';
import { countTestability, testableElements, type TestableElements } from '../testability.rules.js';
import { elementCode } from '../tested-elements.rules.js';
import type { Cell } from './table.rules.js';

/** One table of the report. */
export interface ReportTable {
  title: string;
  /** The heading first, a line of sums last. */
  rows: Cell[][];
}

type FrameworkFile = Content['frameworks'][number];

/** Checks that run by themselves; those of tier 2 need more than the usual access. */
const TIER_FULL = 1;

/** Of the checks of tier 1, and of all. */
interface TestableElementsByTier {
  full: TestableElements;
  any: TestableElements;
}

/**
 * How far the content reaches: what is written and mapped of each framework, and what share of it tests can show and can fail, by
 * framework and by domain. Of a universal control they show what they can show every element of. What checks only support counts
 * nowhere.
 * @throws {Error} for content that makes no catalogue, naming what is wrong
 */
export function reportOn(content: Content): ReportTable[] {
  const mapped = Map.groupBy(linesOf(content), ({ framework }) => framework);
  const catalogue = catalogueOf(content);
  const elements = { full: testableElements(catalogue, TIER_FULL), any: testableElements(catalogue) };
  return [
    { title: 'Coverage', rows: coverage(content, mapped) },
    { title: 'Automation by framework', rows: automation(catalogue, elements) },
    { title: 'Automation by domain', rows: domainsOf(catalogue, elements) },
  ];
}

interface Line {
  framework: string;
  controlId: string;
  relationship: Relationship;
}

function linesOf({ domains }: Content): Line[] {
  return domains.flatMap((file) =>
    file.universal_controls.flatMap(({ elements, mappings }) =>
      mappings.map((line) => ({
        framework: line.framework,
        controlId: line.control_id,
        relationship: relationshipOf(line, elements),
      })),
    ),
  );
}

function coverage({ frameworks }: Content, mapped: ReadonlyMap<string, Line[]>): Cell[][] {
  const rows = frameworks.map((file) => {
    const lines = mapped.get(file.slug) ?? [];
    const ids = new Set(lines.map(({ controlId }) => controlId));
    const described = file.controls.filter(({ description }) => description !== '').length;
    const byRelation = RELATIONSHIPS.map((each) => lines.filter(({ relationship }) => relationship === each).length);
    const isMapped = (control: FrameworkFile['controls'][number]) => ids.has(control.control_id);
    const numbers = [
      file.controls.length,
      described,
      file.controls.filter(isMapped).length,
      lines.length,
      ...byRelation,
    ];
    return [file.name, file.version, ...numbers];
  });
  const heading = ['framework', 'version', 'controls', 'described', 'mapped', 'mappings', ...RELATIONSHIPS];
  return [heading, ...rows, ['all', '', ...sums(rows, [2, 3, 4, 5, 6, 7, 8, 9])]];
}

function automation({ frameworks }: Catalogue, { full, any }: TestableElementsByTier): Cell[][] {
  const rows = frameworks.map((framework) => {
    const [byTier1, byAll] = [countTestability(framework, full), countTestability(framework, any)];
    return [framework.name, byAll.controls, byTier1.full, byAll.full, byAll.failable] as const;
  });
  return shares('framework', 'controls', rows);
}

function domainsOf({ domains }: Catalogue, { full, any }: TestableElementsByTier): Cell[][] {
  const rows = domains.map(({ code, name, universalControls }) => {
    const codesOf = (each: UniversalControl) => each.elements.map((_, index) => elementCode(each, index + 1));
    const shown = (elements: ReadonlySet<number>) =>
      universalControls.filter((each) => codesOf(each).every((element) => elements.has(element))).length;
    const failed = universalControls.filter((each) => codesOf(each).some((element) => any.decided.has(element))).length;
    return [`${code} ${name}`, universalControls.length, shown(full.shown), shown(any.shown), failed] as const;
  });
  return shares('domain', 'universal controls', rows);
}

/** The catalogue of content that no database has numbered: by place. */
function catalogueOf(content: Content): Catalogue {
  const controls = content.frameworks.flatMap(({ slug, controls: entries }) =>
    entries.map(({ control_id: id }) => controlUuid(slug, id)),
  );
  const universalControls = content.domains.flatMap((file) =>
    file.universal_controls.map(({ code }) => universalControlUuid(code)),
  );
  const byPlace = (ids: readonly string[]) => new Map(ids.map((id, no) => [id, no]));
  return buildCatalogue(content, {
    controls: byPlace(controls),
    universalControls: byPlace(universalControls),
    former: [],
  });
}

function shares(what: string, of: string, rows: readonly (readonly [string, ...number[]])[]): Cell[][] {
  const totals = sums(rows, [1, 2, 3, 4]);
  return [
    [what, of, 'shown by tier-1 checks', 'share', 'shown by checks', 'share', 'failed by checks', 'share'],
    ...[...rows, ['all', ...totals] as const].map(([name, whole = 0, ...parts]) => {
      return [name, whole, ...parts.flatMap((part) => [part, share(part, whole)])];
    }),
  ];
}

/** Percent, one decimal. */
function share(part: number, whole: number): string {
  return `${percentOf(part, whole).toFixed(1)} %`;
}

function sums(rows: readonly (readonly Cell[])[], columns: readonly number[]): number[] {
  return columns.map((column) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0));
}
