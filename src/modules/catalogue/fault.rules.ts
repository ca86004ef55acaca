import type { Check } from './catalogue.js';

/** A rule as scanners reported it, or several that are one check. */
interface Reported {
  /** Given by the scanner; of several rules, that of one of them. */
  title: string;
  ruleCount: number;
}

/**
 * What is wrong where a check fails: as the check states it, else the title that the scanner gave its rule, and the title of the check
 * where several rules are it. `check` is null of a rule that nobody knows.
 */
export function faultOf(check: Pick<Check, 'title' | 'fault'> | null, { title, ruleCount }: Reported): string {
  return check?.fault ?? (check && ruleCount > 1 ? check.title : title);
}
