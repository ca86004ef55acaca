import { percentOf } from '../../parts/percent.rules.js';

export type ControlStatus = 'passed' | 'failed' | 'not_assessed' | 'not_applicable';

export type AssuranceLevel = 'full' | 'partial';

/** What a list shows of a control. */
export interface ControlRow {
  id: string;
  controlId: string;
  title: string;
  category: string;
  status: ControlStatus;
  /** How much of it is shown; null where it is not passed. */
  assurance: { level: AssuranceLevel; shown: number; needed: number } | null;
  /** Whether tests and an assessment contradict each other on it. */
  disputed: boolean;
  /** 1–3; null where the framework has no levels. */
  maturityLevel: number | null;
  /** What decides it, and since when; null where nothing does. */
  decidedBy: { at: string | null } | null;
  /** How many uploaded artifacts are evidence for it. */
  uploadedArtifacts: number;
  /** Who has unfinished work about it. */
  assignees: readonly { name: string }[];
}

/** How many controls have which status; `total` are those in scope, `assured` those passed of which all is shown. */
export type StatusCounts = Record<ControlStatus, number> & { total: number; assured: number };

export function countStatuses(controls: readonly Pick<ControlRow, 'status' | 'assurance'>[]): StatusCounts {
  const counts = { total: 0, passed: 0, assured: 0, failed: 0, not_assessed: 0, not_applicable: 0 };
  for (const { status, assurance } of controls) {
    counts[status] += 1;
    if (status !== 'not_applicable') counts.total += 1;
    if (assurance?.level === 'full') counts.assured += 1;
  }
  return counts;
}

/**
 * score = 100 × passed / total controls, one decimal; null while none of them is assessed.
 * Source: specification; schema/contract/status.md, "Score".
 */
export function scoreOf({ passed, total, not_assessed }: Scored): number | null {
  return total === not_assessed ? null : percentOf(passed, total);
}

type Scored = Pick<StatusCounts, 'passed' | 'total' | 'not_assessed'>;

/** Assured score: as the score, but only passed controls of which all is shown count. */
export function assuredScoreOf({
  assured,
  ...counts
}: Omit<Scored, 'passed'> & Pick<StatusCounts, 'assured'>): number | null {
  return scoreOf({ ...counts, passed: assured });
}

/** Several counts as one. */
export function sumOf(parts: readonly StatusCounts[]): StatusCounts {
  const sum = countStatuses([]);
  for (const counts of parts) {
    sum.total += counts.total;
    sum.passed += counts.passed;
    sum.assured += counts.assured;
    sum.failed += counts.failed;
    sum.not_assessed += counts.not_assessed;
    sum.not_applicable += counts.not_applicable;
  }
  return sum;
}

/** Categories with their counts, in the order of their first control. */
export function byCategory(controls: readonly ControlRow[]): { category: string; counts: StatusCounts }[] {
  const categories = new Set(controls.map(({ category }) => category));
  return [...categories].map((category) => ({
    category,
    counts: countStatuses(controls.filter((control) => control.category === category)),
  }));
}

/** The same, those with most failing controls first. */
export function worstFirst<Category extends { counts: StatusCounts }>(categories: readonly Category[]): Category[] {
  return categories.toSorted((a, b) => b.counts.failed - a.counts.failed);
}

/**
 * Levels of the controls, ascending, each with its number of required controls: its own and those of the levels below.
 */
export function levelsOf(controls: readonly ControlRow[]): { level: number; total: number }[] {
  const levels = new Set(controls.flatMap(({ maturityLevel }) => maturityLevel ?? []));
  return [...levels].sort((a, b) => a - b).map((level) => ({ level, total: atLevel(controls, level).length }));
}

/** Controls of a level and those below. @param level undefined for all */
export function atLevel<Row extends ControlRow>(controls: readonly Row[], level: number | undefined): readonly Row[] {
  if (level === undefined) return controls;
  return controls.filter(({ maturityLevel }) => maturityLevel === null || maturityLevel <= level);
}

export interface Choice {
  status?: ControlStatus | undefined;
  /** Of passed controls alone. */
  assurance?: AssuranceLevel | undefined;
  /** Those on which tests and an assessment contradict each other. */
  disputed?: true | undefined;
  /** Without case. */
  category?: string | undefined;
  /** Ids of the controls that the service found; undefined without a search. */
  found?: ReadonlySet<string> | undefined;
}

export function chosenOf<Row extends ControlRow>(
  controls: readonly Row[],
  { status, assurance, disputed, category, found }: Choice,
): Row[] {
  const wanted = category?.toLowerCase();
  return controls.filter(
    (control) =>
      (status === undefined || control.status === status) &&
      (assurance === undefined || control.assurance?.level === assurance) &&
      (disputed === undefined || control.disputed) &&
      (wanted === undefined || control.category.toLowerCase() === wanted) &&
      (found === undefined || found.has(control.id)),
  );
}

/** Sort keys of a list; a leading `-` reverses the order. */
const SORT_KEYS = [
  'control_id',
  'title',
  'category',
  'status',
  'maturity_level',
  'decided',
  'evidence',
  'owner',
] as const;
type SortKey = (typeof SORT_KEYS)[number];

/** What fails stands first. */
export const DEFAULT_SORT = 'status' satisfies SortKey;

const NATURAL = new Intl.Collator('en', { numeric: true });

const COMPARISONS: Record<SortKey, (a: ControlRow, b: ControlRow) => number> = {
  control_id: (a, b) => NATURAL.compare(a.controlId, b.controlId),
  title: (a, b) => NATURAL.compare(a.title, b.title),
  category: (a, b) => NATURAL.compare(a.category, b.category),
  status: (a, b) => workLeft(a) - workLeft(b) || shareOf(a) - shareOf(b),
  maturity_level: (a, b) => (a.maturityLevel ?? 0) - (b.maturityLevel ?? 0),
  // What nothing decides has no date, and is the oldest.
  decided: (a, b) => (a.decidedBy?.at ?? '').localeCompare(b.decidedBy?.at ?? ''),
  evidence: (a, b) => a.uploadedArtifacts - b.uploadedArtifacts,
  owner: (a, b) => NATURAL.compare(a.assignees[0]?.name ?? '', b.assignees[0]?.name ?? ''),
};

/** Statuses by how much they ask for somebody: what fails, what is shown in part, what nobody looked at, and what is done. */
const BY_WORK = ['failed', 'partial', 'not_assessed', 'full', 'not_applicable'];

function workLeft({ status, assurance }: ControlRow): number {
  return BY_WORK.indexOf(status === 'passed' ? (assurance?.level ?? 'full') : status);
}

/** How much of a passed control is shown, 0–1, so that those passed in full stand together. */
function shareOf({ assurance }: ControlRow): number {
  if (!assurance) return 0;
  return assurance.level === 'full' ? 1 : assurance.shown / (assurance.needed + 1);
}

/** Ties stand in the order of the list, which is that of the codes. An unknown key changes nothing. */
export function sortedBy<Row extends ControlRow>(controls: readonly Row[], sort: string): Row[] {
  const key = SORT_KEYS.find((each) => sort === each || sort === `-${each}`);
  if (!key) return [...controls];
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...controls].sort((a, b) => direction * COMPARISONS[key](a, b));
}
