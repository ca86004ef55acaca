import { percentOf } from '../../../platform/percent.js';
import type { Content } from '../content-shapes.js';
import { isFull, RELATIONSHIPS, relationshipOf, type Relationship } from '../relationship.rules.js';
import type { Cell } from './table.rules.js';

/** One table of the report. */
export interface ReportTable {
  title: string;
  /** The heading first, a line of sums last. */
  rows: Cell[][];
}

type FrameworkFile = Content['frameworks'][number];
type DomainFile = Content['domains'][number];

/** Checks that run by themselves; those of tier 2 need more than the usual access. */
const TIER_FULL = 1;

/**
 * How far the content reaches: what is written and mapped of each framework, and what share of it checks can show and can fail,
 * by framework and by domain. They show an element when all checks of one provider that decide it are there; of a universal
 * control all elements, and of a control what `controlResult` of scans asks for. What checks only support counts nowhere.
 */
export function reportOn(content: Content): ReportTable[] {
  const mapped = Map.groupBy(linesOf(content), ({ framework }) => framework);
  return [
    { title: 'Coverage', rows: coverage(content, mapped) },
    { title: 'Automation by framework', rows: automation(content, mapped) },
    { title: 'Automation by domain', rows: domains(content) },
  ];
}

interface Line {
  universal: string;
  framework: string;
  controlId: string;
  relationship: Relationship;
  /** `universal element` of all that it covers. */
  covered: string[];
}

function linesOf({ domains: files }: Content): Line[] {
  return files.flatMap((file) =>
    file.universal_controls.flatMap(({ code: universal, elements, mappings }) =>
      mappings.map((line) => {
        const { framework, control_id: controlId } = line;
        const covered = line.covers.map((element) => `${universal} ${element}`);
        return { universal, framework, controlId, relationship: relationshipOf(line, elements), covered };
      }),
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

function automation(content: Content, mapped: ReadonlyMap<string, Line[]>): Cell[][] {
  const [full, any] = [shownElements(content, TIER_FULL), shownElements(content, null)];
  const rows = content.frameworks.map(({ name, slug, controls }) => {
    const lines = Map.groupBy(mapped.get(slug) ?? [], ({ controlId }) => controlId);
    const linesOf = ({ control_id: id }: (typeof controls)[number]) => lines.get(id) ?? [];
    const shown = (elements: ReadonlySet<string>) =>
      controls.filter((control) => control.method !== 'manual' && isShown(linesOf(control), elements)).length;
    const failed = controls.filter((control) =>
      linesOf(control).some(({ covered }) => covered.some((element) => any.has(element))),
    ).length;
    return [name, controls.length, shown(full), shown(any), failed] as const;
  });
  return shares('framework', 'controls', rows);
}

/** Whether tests of these elements pass a control with these mappings. */
function isShown(lines: readonly Line[], elements: ReadonlySet<string>): boolean {
  const states = lines.map(({ covered, relationship }) => {
    return { full: isFull(relationship), shown: covered.every((element) => elements.has(element)) };
  });
  const full = states.filter((state) => state.full);
  return full.length > 0 ? full.some(({ shown }) => shown) : states.length > 0 && states.every(({ shown }) => shown);
}

function domains(content: Content): Cell[][] {
  const [full, any] = [shownElements(content, TIER_FULL), shownElements(content, null)];
  const rows = content.domains.map(({ code, name, universal_controls: entries }: DomainFile) => {
    const elementsOf = (entry: (typeof entries)[number]) =>
      entry.elements.map((_, index) => `${entry.code} ${index + 1}`);
    const shown = (elements: ReadonlySet<string>) =>
      entries.filter((entry) => elementsOf(entry).every((element) => elements.has(element))).length;
    const failed = entries.filter((entry) => elementsOf(entry).some((element) => any.has(element))).length;
    return [`${code} ${name}`, entries.length, shown(full), shown(any), failed] as const;
  });
  return shares('domain', 'universal controls', rows);
}

/** `universal element` of what checks of one provider show, where those of a tier, or of any, are all that decide it there. */
function shownElements({ checkFiles }: Content, tier: number | null): ReadonlySet<string> {
  const links = checkFiles.flatMap(({ provider, checks }) =>
    checks.flatMap(({ decides, tier: own }) =>
      Object.entries(decides).flatMap(([code, elements]) =>
        elements.map((element) => ({ key: `${provider} ${code} ${element}`, code: `${code} ${element}`, tier: own })),
      ),
    ),
  );
  const tests = [...Map.groupBy(links, ({ key }) => key).values()];
  const shown = tests.filter((all) => all.every((link) => tier === null || link.tier === tier));
  return new Set(shown.flatMap((all) => all.map(({ code }) => code)));
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
