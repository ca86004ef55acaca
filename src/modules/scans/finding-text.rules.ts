import { faultOf } from '../catalogue/fault.rules.js';
import type { ControlResult } from './finding-aggregate.rules.js';
import { COULD_NOT_LOOK, MANUAL_TEXT, NO_CHECK_TEXT } from './finding-parts.rules.js';

const NAMED_MAX = 3;

/**
 * The `finding` of a result in words: what is wrong and on how much, or what is missing. Never empty. `findingParts` reads these
 * sentences, so that whoever changes one changes the other.
 */
export function findingText(result: ControlResult): string {
  const { resourcesAccepted: accepted } = result;
  const text = textWithoutExceptions(result);
  return accepted === 0 ? text : `${text} Findings on ${count(accepted, 'resource')} are accepted.`;
}

function textWithoutExceptions(result: ControlResult): string {
  const { control, status, checks, resourcesFailed, resourcesPassed } = result;
  const deciding = checks.filter(({ decided }) => decided.has(control));
  const failing = deciding.filter(({ failed }) => failed.length > 0);
  switch (status) {
    case 'fail':
      return (
        `${count(failing.length, 'check')} of ${deciding.length} failed on ${count(resourcesFailed, 'resource')}: ` +
        `${named(failing.map(({ check, title }) => faultOf(check, { title, ruleCount: 1 })))}.`
      );
    case 'pass':
      return `${count(deciding.length, 'check')} passed on ${count(resourcesPassed, 'resource')}.`;
    case 'not_applicable':
      return undecidedText(result, deciding.length);
  }
}

/** Why tests do not decide a control. */
function undecidedText({ control, checks, withheld, missing }: ControlResult, ran: number): string {
  const supporting = checks.length - ran;
  const evidence =
    supporting > 0
      ? ` ${count(supporting, 'other check')} ran and ${supporting === 1 ? 'is' : 'are'} evidence for it.`
      : '';
  if (control.method === 'manual') return `${MANUAL_TEXT}${evidence}`;
  const total =
    ran + withheld.filter(({ checkId }) => !checks.some(({ check }) => check?.id === checkId)).length + missing;
  if (total === 0) return `${NO_CHECK_TEXT}${evidence}`;
  const passed = checks.filter(
    ({ decided, isPartial, passed: resources }) => decided.has(control) && !isPartial && resources.length > 0,
  );
  const rest = [
    ...(withheld.length > 0
      ? [`${withheld.length}${COULD_NOT_LOOK}${named(withheld.map(({ reason }) => reason))})`]
      : []),
    ...(missing > 0 ? [`${missing} did not run`] : []),
  ];
  const state = [`${passed.length} of ${count(total, 'check')} passed`, ...rest].join(', ');
  return `${state}: this does not show all that the control asks for.${evidence}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function named(texts: string[]): string {
  const distinct = [...new Set(texts)];
  const rest = distinct.length - NAMED_MAX;
  return distinct.slice(0, NAMED_MAX).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}
