import { scoreOf } from '../../posture/score.rules.js';
import { daysBetween } from '../decision.rules.js';
import type { ControlFacts, ReportFacts } from '../report-facts.js';
import type { ReportWords } from '../report-words.rules.js';
import { newestAt } from './compliance-summary.rules.js';
import type { EvidenceCollection, EvidenceCompleteness, EvidenceOfControl, EvidenceState } from './content.type.js';

/** Content of an evidence collection: the artifacts of each control, and what is missing. */
export function evidenceCollection(words: ReportWords, facts: ReportFacts): EvidenceCollection {
  const controls = facts.controls.map((control) => evidenceOf(control, facts.asOf));
  const categories = [...Map.groupBy(controls, ({ category }) => category)];
  return {
    ...completenessOf(controls),
    categories: categories.map(([category, own]) => ({ category, ...completenessOf(own) })),
    gaps: facts.controls.flatMap(({ control }, index) => {
      const own = controls[index];
      if (!own || own.state === 'in_date' || own.status === 'not_applicable') return [];
      const { control_id, title, category, state } = own;
      return [{ control_id, title, category, state, advice: adviceOf(words, state, control.checks.length > 0) }];
    }),
    controls,
  };
}

function evidenceOf(facts: ControlFacts, asOf: Date): EvidenceOfControl {
  const { control, evidence } = facts;
  const newest = newestAt(facts);
  const ends = evidence.listed.flatMap(({ isInDate, expiresAt }) => (isInDate && expiresAt ? [expiresAt] : []));
  const next = ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
  return {
    control_id: control.controlId,
    title: control.title,
    category: control.category,
    status: facts.status,
    state: stateOf(facts),
    automatic: evidence.automatic,
    manual: evidence.manual,
    in_date: evidence.inDate,
    newest_at: newest?.toISOString() ?? null,
    age_days: newest && Math.max(0, daysBetween(newest, asOf)),
    next_expiry: next?.toISOString() ?? null,
    listed: evidence.listed.map(({ id }) => id),
  };
}

function stateOf({ evidence: { automatic, manual, inDate } }: ControlFacts): EvidenceState {
  if (inDate > 0) return 'in_date';
  return automatic + manual > 0 ? 'out_of_date' : 'missing';
}

/** Of the controls in scope. */
function completenessOf(all: readonly EvidenceOfControl[]): EvidenceCompleteness {
  const controls = all.filter(({ status }) => status !== 'not_applicable');
  const count = (is: (control: EvidenceOfControl) => boolean) => controls.filter(is).length;
  const inDate = count(({ state }) => state === 'in_date');
  return {
    total_controls: controls.length,
    with_evidence: count(({ state }) => state !== 'missing'),
    in_date: inDate,
    out_of_date: count(({ state }) => state === 'out_of_date'),
    missing: count(({ state }) => state === 'missing'),
    automatic_only: count(({ automatic, manual }) => automatic > 0 && manual === 0),
    with_manual: count(({ manual }) => manual > 0),
    completeness_percentage: scoreOf(inDate, controls.length),
  };
}

function adviceOf({ finding }: ReportWords, state: EvidenceState, hasChecks: boolean): string {
  if (state === 'out_of_date') {
    return finding(hasChecks ? 'advice.renewByScan' : 'advice.renew');
  }
  return finding(hasChecks ? 'advice.connect' : 'advice.upload');
}
