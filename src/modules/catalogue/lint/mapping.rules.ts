import type { Content } from '../content-shapes.js';
import { relationshipOf } from '../relationship.rules.js';
import type { LintFinding } from './finding.js';

type Entry = Content['frameworks'][number]['controls'][number];

/** A line between a universal control and a control of a framework. */
interface Line {
  file: string;
  universal: string;
  framework: string;
  controlId: string;
  relationship: string;
  rationale: string;
}

/** Words by which a rationale says that one of two has what the other has not, and those by which it denies that. */
const DIFFERENCE =
  /\b(only here|further|beyond|adds?|also|whereas|silent|absent|missing|left (out|over|open|to)|leaves|exceeds?|surplus|wider|narrower)\b/i;
const NO_DIFFERENCE = /\bnothing( is)? (beyond|further|missing|left (out|over))\b/gi;

/**
 * Whether the mappings can be true together. Equal goes both ways: what equals two universal controls makes these one, and two
 * controls of a framework that equal the same are one control.
 */
export function lintMappings(content: Content): LintFinding[] {
  const lines = content.domains.flatMap(({ file, universal_controls: entries }) =>
    entries.flatMap(({ code, elements, mappings }) =>
      mappings.map((line): Line => {
        const { framework, control_id: controlId, rationale } = line;
        return { file, universal: code, framework, controlId, relationship: relationshipOf(line, elements), rationale };
      }),
    ),
  );
  const controls = new Map(
    content.frameworks.flatMap(({ slug, controls: entries }) =>
      entries.map((entry) => [`${slug} ${entry.control_id}`, entry] as const),
    ),
  );
  return [
    ...unknown(lines, controls),
    ...repeated(lines),
    ...equalToTwo(lines),
    ...equalToOne(lines, controls),
    ...equalButDifferent(lines),
    ...orphans(content, lines),
  ];
}

function unknown(lines: readonly Line[], controls: ReadonlyMap<string, Entry>): LintFinding[] {
  return lines
    .filter(({ framework, controlId }) => !controls.has(`${framework} ${controlId}`))
    .map((line) => findingOf(line, `is mapped to ${nameOf(line)}, which does not exist`));
}

function repeated(lines: readonly Line[]): LintFinding[] {
  return groups(lines, (line) => `${line.universal} ${nameOf(line)}`).flatMap(([, ...more]) =>
    more.map((line) => findingOf(line, `is mapped to ${nameOf(line)} twice`)),
  );
}

function equalToTwo(lines: readonly Line[]): LintFinding[] {
  return groups(lines.filter(isEqual), nameOf).flatMap(([first, ...more]) =>
    more
      .filter(({ universal }) => universal !== first?.universal)
      .map((line) =>
        findingOf(line, `is equal to ${nameOf(line)}, which is equal to ${first?.universal ?? ''} already`),
      ),
  );
}

function equalToOne(lines: readonly Line[], controls: ReadonlyMap<string, Entry>): LintFinding[] {
  return groups(lines.filter(isEqual), ({ universal, framework }) => `${universal} ${framework}`).flatMap((equal) => {
    const [first, ...more] = [...new Map(equal.map((line) => [nameOf(line), line])).values()];
    if (!first || more.length === 0) return [];
    const entries = [first, ...more].map((line) => controls.get(nameOf(line)));
    if (areTwins(first.framework, entries)) return [];
    return more.map((line) => findingOf(line, `is equal to ${nameOf(line)} and to ${nameOf(first)}`));
  });
}

/** A rationale of equal that states a difference: one of the two is wrong. */
function equalButDifferent(lines: readonly Line[]): LintFinding[] {
  return lines.filter(isEqual).flatMap((line) => {
    const [word] = DIFFERENCE.exec(line.rationale.replaceAll(NO_DIFFERENCE, '')) ?? [];
    if (word === undefined) return [];
    return [findingOf(line, `is equal to ${nameOf(line)}, and its rationale says otherwise: ${word}`)];
  });
}

/**
 * CMMC says the same thing at two levels: level 1 takes it from FAR 52.204-21, level 2 from NIST SP 800-171. The requirement
 * that each restates identifies them: one of either source, at its level. No other two controls of a framework are twins.
 */
function areTwins(framework: string, entries: readonly (Entry | undefined)[]): boolean {
  const sources = entries.map((entry) => {
    const source = entry?.source_requirement ?? '';
    if (entry?.level === 1 && source.startsWith('48 CFR 52.204-21(')) return 'FAR';
    return entry?.level === 2 && source.startsWith('NIST SP 800-171 ') ? 'NIST' : 'other';
  });
  return framework === 'cmmc' && sources.toSorted().join() === 'FAR,NIST';
}

function orphans({ frameworks, domains }: Content, lines: readonly Line[]): LintFinding[] {
  const mapped = new Set(lines.map(nameOf));
  return [
    ...frameworks.flatMap(({ file, slug, controls }) =>
      controls
        .filter(({ control_id: id }) => !mapped.has(`${slug} ${id}`))
        .map(({ control_id: id }) => ({ file, id, problem: 'no universal control is mapped to it' })),
    ),
    ...domains.flatMap(({ file, universal_controls: entries }) =>
      entries
        .filter(({ mappings }) => mappings.length === 0)
        .map(({ code: id }) => ({ file, id, problem: 'it is mapped to no control' })),
    ),
  ];
}

const isEqual = ({ relationship }: Line) => relationship === 'equal';

const nameOf = ({ framework, controlId }: Line) => `${framework} ${controlId}`;

function groups(lines: readonly Line[], key: (line: Line) => string): Line[][] {
  return [...Map.groupBy(lines, key).values()];
}

function findingOf({ file, universal: id }: Line, problem: string): LintFinding {
  return { file, id, problem };
}
