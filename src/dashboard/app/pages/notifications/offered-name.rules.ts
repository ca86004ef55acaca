import { READY_EVENTS, SUGGESTED_EVENTS, type RuleEvent, type StoredRule } from './rule-form.rules.js';

/**
 * Names with which rules were offered, in each language: a rule is stored with that of whoever turned it on, and others read it too.
 * Source: `ready` and `suggested` of the messages.
 */
export const OFFERED_NAMES = {
  ready: {
    control_failed: ['Control no longer passes', 'Anforderung nicht mehr erfüllt'],
    work_item_due: ['My work items are due', 'Meine Aufgaben sind fällig'],
    evidence_ends_soon: ['Evidence expires in 30 days', 'Nachweis läuft in 30 Tagen ab'],
  },
  suggested: {
    new_findings: ['New critical or high findings', 'Neue kritische oder hohe Befunde'],
    score_fell: ['A score falls', 'Ein Wert fällt'],
    scan_failed: ['A scan fails', 'Ein Scan schlägt fehl'],
  },
} as const;

type Offered =
  | { kind: 'ready'; event: (typeof READY_EVENTS)[number] }
  | { kind: 'suggested'; event: (typeof SUGGESTED_EVENTS)[number] };

/** The offer that a rule was made of and still has the name of, which is read in the language of the page; null for none. */
export function offeredAs({
  name,
  events,
  isOfOrganization,
}: Pick<StoredRule, 'name' | 'events' | 'isOfOrganization'>): Offered | null {
  const [only, ...others] = events;
  if (only === undefined || others.length > 0) return null;
  const isNamed = (names: readonly string[]) => names.includes(name);
  const isOf = <Event extends RuleEvent>(known: readonly Event[]) => known.find((each) => each === only);
  const ready = isOfOrganization ? undefined : isOf(READY_EVENTS);
  if (ready !== undefined && isNamed(OFFERED_NAMES.ready[ready])) return { kind: 'ready', event: ready };
  const suggested = isOfOrganization ? isOf(SUGGESTED_EVENTS) : undefined;
  if (suggested !== undefined && isNamed(OFFERED_NAMES.suggested[suggested])) {
    return { kind: 'suggested', event: suggested };
  }
  return null;
}
