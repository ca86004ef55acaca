import { percentOf } from '../../../platform/percent.js';
import { RELATIONSHIPS, type Content } from '../content-shapes.js';
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
 * How far the content reaches: what is written and mapped of each framework, and what share of it checks decide, by framework
 * and by domain. A check decides the universal controls that it names and every control that is mapped to one of these.
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
  relationship: string;
}

function linesOf({ domains: files }: Content): Line[] {
  return files.flatMap((file) =>
    file.universal_controls.flatMap(({ code: universal, mappings }) =>
      mappings.map(({ framework, control_id: controlId, relationship }) => {
        return { universal, framework, controlId, relationship };
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
  const [full, any] = [reachOf(content, TIER_FULL), reachOf(content, null)];
  const rows = content.frameworks.map(({ name, slug, controls }) => {
    const lines = mapped.get(slug) ?? [];
    const reached = (codes: ReadonlySet<string>) =>
      new Set(lines.filter(({ universal }) => codes.has(universal)).map(({ controlId }) => controlId)).size;
    return [name, controls.length, reached(full), reached(any)] as const;
  });
  return shares('framework', 'controls', rows);
}

function domains(content: Content): Cell[][] {
  const [full, any] = [reachOf(content, TIER_FULL), reachOf(content, null)];
  const rows = content.domains.map(({ code, name, universal_controls: entries }: DomainFile) => {
    const reached = (codes: ReadonlySet<string>) => entries.filter((entry) => codes.has(entry.code)).length;
    return [`${code} ${name}`, entries.length, reached(full), reached(any)] as const;
  });
  return shares('domain', 'universal controls', rows);
}

/** Codes of the universal controls that a check names; of one tier, or of any. */
function reachOf({ checkFiles }: Content, tier: number | null): ReadonlySet<string> {
  const checks = checkFiles.flatMap((file) => file.checks).filter((check) => tier === null || check.tier === tier);
  return new Set(checks.flatMap((check) => check.universal_controls));
}

function shares(what: string, of: string, rows: readonly (readonly [string, number, number, number])[]): Cell[][] {
  const [total = 0, full = 0, any = 0] = sums(rows, [1, 2, 3]);
  return [
    [what, of, 'by a tier-1 check', 'share', 'by any check', 'share'],
    ...[...rows, ['all', total, full, any] as const].map(([name, whole, tierOne, every]) => {
      return [name, whole, tierOne, share(tierOne, whole), every, share(every, whole)];
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
