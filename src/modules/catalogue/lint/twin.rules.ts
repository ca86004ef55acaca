import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';

/**
 * Whether a control is mapped as its counterparts are: one requirement at two levels cannot mean two things. Where a control has
 * several counterparts, it is mapped to no universal control that none of them is mapped to.
 */
export function lintTwins(content: Content): LintFinding[] {
  return content.frameworks.flatMap(({ file, slug, controls }) => {
    const linesOf = lookUp(content, slug);
    return controls.flatMap(({ control_id: id, counterparts = [] }) => {
      const isOne = counterparts.length === 1;
      const named = ({ code, covered }: TwinLine) => (isOne ? `${code} ${covered}` : code);
      const own = linesOf(id).map(named);
      const theirs = new Set(counterparts.flatMap(linesOf).map(named));
      const alone = counterparts.length === 0 ? [] : own.filter((line) => !theirs.has(line));
      const missing = isOne ? [...theirs].filter((line) => !own.includes(line)) : [];
      return [
        ...alone.map((line) => ({ file, id, problem: `is mapped to ${line}, and no counterpart is` })),
        ...missing.map((line) => ({ file, id, problem: `is not mapped to ${line}, and its counterpart is` })),
      ];
    });
  });
}

interface TwinLine {
  /** Of the universal control. */
  code: string;
  /** The elements of it, and whether the control asks for more. */
  covered: string;
}

/** The mappings of a control of the framework, by its id. */
function lookUp({ domains }: Content, slug: string): (id: string) => TwinLine[] {
  const lines = domains.flatMap(({ universal_controls: entries }) =>
    entries.flatMap(({ code, mappings }) =>
      mappings
        .filter(({ framework }) => framework === slug)
        .map(({ control_id: id, covers, asks_more: more }) => {
          return { id, code, covered: `(${covers.join(', ')}${more ? ' and more' : ''})` };
        }),
    ),
  );
  const byId = Map.groupBy(lines, ({ id }) => id);
  return (id) => byId.get(id) ?? [];
}
