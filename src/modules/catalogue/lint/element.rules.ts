import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';

/** What is wrong with numbers of the elements of a universal control that has `count` of them. */
export function elementProblems(numbers: readonly number[], count: number): string[] {
  const unknown = numbers.filter((number) => number > count).map((number) => `element ${number}, which does not exist`);
  const isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return isAscending ? unknown : [...unknown, 'elements that are not in ascending order'];
}

/** Whether mappings cover elements that there are, and the texts of elements are statements, none of them written twice. */
export function lintElements({ domains }: Content): LintFinding[] {
  const entries = domains.flatMap(({ file, universal_controls: all }) => all.map((entry) => ({ file, entry })));
  const seen = new Map<string, string>();
  return entries.flatMap(({ file, entry: { code: id, elements, mappings } }) => {
    const coverage = mappings.flatMap(({ framework, control_id: controlId, covers }) =>
      elementProblems(covers, elements.length).map(
        (problem) => `its mapping to ${framework} ${controlId} covers ${problem}`,
      ),
    );
    const texts = elements.flatMap((text) => {
      const first = seen.get(text.toLowerCase());
      seen.set(text.toLowerCase(), id);
      return [
        ...(first === undefined ? [] : [`has an element of ${first}: ${text}`]),
        ...(text.endsWith('.') ? [] : [`has an element without a full stop: ${text}`]),
      ];
    });
    return [...coverage, ...texts].map((problem) => ({ file, id, problem }));
  });
}
