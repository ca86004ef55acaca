import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import { asksBeyondMappings } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import type { DerivedElement, DerivedMapping } from './derivation.rules.js';

/** What to do so that a part of a control is shown; `not_mapped`: no universal control holds it, so nothing here can show it. */
export const MISSING_ACTIONS = [
  'repair',
  'grant_access',
  'run_checks',
  'assess',
  'add_evidence',
  'not_mapped',
] as const;
export type MissingAction = (typeof MISSING_ACTIONS)[number];

/** A part of a control that is not shown, and what would show it. */
export interface MissingPart {
  action: MissingAction;
  universalControl: UniversalControl;
  /** Numbers of its elements. */
  elements: number[];
  /** In a sentence. */
  text: string;
}

/**
 * What is missing for a control to be shown in full, by mapping; empty where it is. A full mapping comes first: it is enough by
 * itself.
 */
export function missingOf(control: Control, mappings: readonly DerivedMapping[], status: ControlStatus): MissingPart[] {
  const isFullShown = mappings.some((mapping) => mapping.isFull && mapping.state === 'shown');
  const missing = mappings
    .filter((mapping) => {
      const isHeld = mapping.state === 'contradicted' || (status === 'failed' && isAssessedAsUnmet(mapping));
      return isHeld || (mapping.state === 'open' && !isFullShown);
    })
    .toSorted((a, b) => Number(b.isFull) - Number(a.isFull))
    .flatMap((mapping) => missingIn(control, mapping));
  const judgement = missing.length === 0 && status === 'not_assessed' ? unjudged(control) : [];
  return [...missing, ...judgement, ...leftOut(control)];
}

/** All that its mappings hold is shown by tests, which do not pass what asks for more. */
function unjudged({ mappings }: Control): MissingPart[] {
  return mappings.map(({ universalControl, covers }) => ({
    action: 'assess',
    universalControl,
    elements: covers,
    text: `Tests show what it shares with ${universalControl.code}, and it asks for more: assess it, with a note or evidence.`,
  }));
}

function leftOut(control: Control): MissingPart[] {
  if (!asksBeyondMappings(control)) return [];
  return control.mappings.map(({ universalControl }) => ({
    action: 'not_mapped',
    universalControl,
    elements: [],
    text: `It asks for more than ${universalControl.code} holds, which nothing here can show: keep evidence of the rest.`,
  }));
}

function missingIn({ method }: Control, { mapping, elements, assessment }: DerivedMapping): MissingPart[] {
  const { universalControl } = mapping;
  const part: PartOf = (action, these, text) => {
    return { action, universalControl, elements: these.map(({ number }) => number), text };
  };
  const failed = elements.filter(({ state }) => state === 'failed');
  if (failed.length > 0) {
    const failing = titles(failed);
    const first =
      failing === ''
        ? part('grant_access', failed, 'Let the checks look that could not: what they found before still fails.')
        : part('repair', failed, `Repair what fails: ${failing}.`);
    // A judgement in force shows the others once nothing contradicts it.
    const others = elements.filter(({ state }) => state !== 'failed');
    return [first, ...(assessment === null ? openIn(method, others, { part, code: universalControl.code }) : [])];
  }
  if (isAssessedAsUnmet({ assessment })) {
    return [part('assess', elements, `Resolve what ${universalControl.code} was assessed for, then assess it again.`)];
  }
  if (assessment?.status === 'compliant') {
    return [part('add_evidence', elements, `Give the assessment of ${universalControl.code} a note or evidence.`)];
  }
  return openIn(method, elements, { part, code: universalControl.code });
}

type PartOf = (action: MissingAction, these: readonly DerivedElement[], text: string) => MissingPart;

/** What would show the elements that are neither passed nor failed, of a universal control without an assessment; empty for none. */
function openIn(
  method: Control['method'],
  elements: readonly DerivedElement[],
  { part, code }: { part: PartOf; code: string },
): MissingPart[] {
  const rest = elements.filter(({ state }) => method === 'manual' || state !== 'passed');
  if (rest.length === 0) return [];
  if (method !== 'manual') {
    const held = elements.filter(({ state }) => state === 'held');
    if (held.length > 0) {
      const others = elements.filter(({ state }) => state !== 'held');
      return [
        part('grant_access', held, 'Let the checks look that could not: the gaps of the scan say what they need.'),
        ...openIn(method, others, { part, code }),
      ];
    }
    const supporting = namesOfSupporting(elements);
    if (supporting !== '') {
      const text = `No check shows this in ${supporting}: assess ${code}, with a note or evidence.`;
      return [part('assess', rest, text)];
    }
    const begun = elements.filter(({ state, votes }) => state === 'unknown' && votes.length > 0);
    const untouched = elements.filter(({ state, votes }) => state === 'unknown' && votes.length === 0);
    if (begun.length > 0 && untouched.length === 0) {
      return [part('run_checks', begun, 'Run all checks of these elements, on resources that are in their scope.')];
    }
  }
  return [part('assess', rest, `Assess ${code}, with a note or evidence.`)];
}

/** Names of the integrations whose checks only support one of the elements, each once. */
function namesOfSupporting(elements: readonly DerivedElement[]): string {
  const votes = elements.flatMap((element) => element.votes.filter(({ result }) => result === 'supported'));
  return [...new Set(votes.map(({ integrationName }) => integrationName))].join(', ');
}

function isAssessedAsUnmet({ assessment }: Pick<DerivedMapping, 'assessment'>): boolean {
  return assessment !== null && assessment.status !== 'compliant';
}

/** Titles of the failing checks, each once. */
function titles(elements: readonly DerivedElement[]): string {
  const failing = elements.flatMap(({ votes }) => votes.flatMap(({ checks }) => checks));
  const counting = failing.filter(({ resourcesFailed, resourcesAccepted }) => resourcesFailed > resourcesAccepted);
  return [...new Set(counting.map(({ title }) => title))].join('; ');
}
