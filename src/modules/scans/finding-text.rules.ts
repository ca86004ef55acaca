import type { ControlResult } from './finding-aggregate.rules.js';

const CHECKS_NAMED_MAX = 3;

/** The `finding` of a result in words: what failed and on how much. Never empty. */
export function findingText({ isEvaluated, status, checks, resourcesFailed, resourcesPassed }: ControlResult): string {
  if (!isEvaluated) return 'No connected integration has a check for this control.';
  const failing = checks.filter(({ failed }) => failed.length > 0);
  switch (status) {
    case 'fail':
      return (
        `${count(failing.length, 'check')} of ${checks.length} failed on ${count(resourcesFailed, 'resource')}: ` +
        `${named(failing.map(({ title }) => title))}.`
      );
    case 'pass':
      return `${count(checks.length, 'check')} passed on ${count(resourcesPassed, 'resource')}.`;
    case 'not_applicable':
      return `${count(checks.length, 'check')} ran and found no resource in scope.`;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function named(titles: string[]): string {
  const distinct = [...new Set(titles)];
  const rest = distinct.length - CHECKS_NAMED_MAX;
  return distinct.slice(0, CHECKS_NAMED_MAX).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}
