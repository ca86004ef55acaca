import type { Content } from '../content-shapes.js';
import { isFull, relationshipOf } from '../relationship.rules.js';
import type { LintFinding } from './finding.js';

/**
 * Whether nothing claims more than a test can show: all that a manual control asks for is never decided by checks. Where it
 * were, either the control is not manual or the checks show less than they say.
 */
export function lintMethods(content: Content): LintFinding[] {
  const methods = new Map(
    content.frameworks.flatMap(({ slug, controls }) =>
      controls.map((control) => [`${slug} ${control.control_id}`, control.method] as const),
    ),
  );
  const decided = decidedElements(content);
  return content.domains.flatMap(({ file, universal_controls: entries }) =>
    entries.flatMap(({ code, elements, mappings }) =>
      mappings
        .filter((line) => methods.get(`${line.framework} ${line.control_id}`) === 'manual')
        .filter(
          (line) => isFull(relationshipOf(line, elements)) && line.covers.every((no) => decided.has(`${code} ${no}`)),
        )
        .map(({ framework, control_id: controlId }) => {
          const problem = `checks decide all that ${framework} ${controlId} asks for, which is manual`;
          return { file, id: code, problem };
        }),
    ),
  );
}

/** `code number` of every element that some check or rule decides. */
function decidedElements({ checkFiles, families, rules }: Content): ReadonlySet<string> {
  const entries = [
    ...checkFiles.flatMap(({ checks }) => checks),
    ...families,
    ...families.flatMap(({ parts }) => parts),
    ...rules,
  ];
  return new Set(
    entries.flatMap((entry) =>
      'decides' in entry
        ? Object.entries(entry.decides).flatMap(([code, numbers]) => numbers.map((no) => `${code} ${no}`))
        : [],
    ),
  );
}
