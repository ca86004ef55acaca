/** What is known of a control of the framework. */
interface ScopedControl {
  status: string;
  /** Null where it is not passed. */
  assurance: { level: 'full' | 'partial' } | null;
  maturityLevel: number | null;
  attributes: readonly { key: string; value: string }[];
}

/** Scores of some controls in percent, one decimal; null where none has a status. */
interface Scores {
  score: number | null;
  assuredScore: number | null;
}

/** What a selection would change. */
export interface ScopeEffect {
  /** Controls in scope afterwards. */
  inScope: number;
  leaving: number;
  /** Controls that come back: what their status will be is decided then. */
  returning: number;
  before: Scores;
  /** Null where controls come back, of which nothing is known before. */
  after: Scores | null;
}

/**
 * Effect of a selection on the controls and the scores of its framework.
 * @param attribute by which controls are chosen, or `level`
 * @param chosen values in scope
 */
export function effectOf(
  controls: readonly ScopedControl[],
  attribute: string,
  { now, chosen }: { now: readonly string[]; chosen: readonly string[] },
): ScopeEffect {
  const valueOf = ({ maturityLevel, attributes }: ScopedControl) =>
    attribute === 'level'
      ? maturityLevel === null
        ? undefined
        : String(maturityLevel)
      : attributes.find(({ key }) => key === attribute)?.value;
  const isIn = (values: readonly string[], control: ScopedControl) => {
    const value = valueOf(control);
    return value === undefined || values.includes(value);
  };
  const before = controls.filter(({ status }) => status !== 'not_applicable');
  const staying = before.filter((control) => isIn(chosen, control));
  const returning = controls.filter((control) => isIn(chosen, control) && !isIn(now, control)).length;
  return {
    inScope: staying.length + returning,
    leaving: before.length - staying.length,
    returning,
    before: scoresOf(before),
    after: returning > 0 ? null : scoresOf(staying),
  };
}

/** 100 × passed / total, and the same of what is passed in full. */
function scoresOf(controls: readonly ScopedControl[]): Scores {
  if (controls.every(({ status }) => status === 'not_assessed')) return { score: null, assuredScore: null };
  const share = (count: number) => Math.round((1_000 * count) / controls.length) / 10;
  return {
    score: share(controls.filter(({ status }) => status === 'passed').length),
    assuredScore: share(controls.filter(({ assurance }) => assurance?.level === 'full').length),
  };
}

/** A decision in force, as far as it gives a reason. */
interface ReasonedDecision {
  kind: string;
  reason: string;
  control: { id: string } | null;
}

/** Why a control is out of scope: the reason of the decision on it alone, else that of the selection; null where neither is known, as of a part that the profile switches off. */
export function reasonOf(
  controlId: string,
  { decisions, selection }: { decisions: readonly ReasonedDecision[]; selection: ReasonedDecision | null },
): string | null {
  const own = decisions.find(({ kind, control }) => LEAVES_OUT.has(kind) && control?.id === controlId);
  return (own ?? selection)?.reason ?? null;
}

/** Kinds of decisions on one control that can put it out of scope. */
const LEAVES_OUT = new Set(['exclusion', 'addressable']);
