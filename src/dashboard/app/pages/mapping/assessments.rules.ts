import { DAY_MS } from '../../parts/calendar.rules.js';

/** Kinds of assessments that wait for somebody, the most urgent first; then those that were made. */
export const QUEUES = ['disputed', 'due', 'unassessed', 'assessed'] as const;
export type Queue = (typeof QUEUES)[number];

interface Assessable {
  assessment: { status: string; assessedAt: string; expiresAt: string | null } | null;
  mappings: readonly { control: { status: string; disputed: boolean } }[];
}

interface Described {
  code: string;
  title: string;
  keywords: readonly string[];
  domain: { code: string };
  mappings: readonly { framework: string }[];
}

/** What is asked for of universal controls; what is undefined excludes none. */
export interface Wanted {
  /** Text of the code, the title or a keyword. */
  q?: string | undefined;
  /** Code of a domain: `IAM`. */
  domain?: string | undefined;
  /** Name of a framework that has a mapped control. */
  framework?: string | undefined;
}

/** An assessment that ends within so many days is due. */
const SOON_DAYS = 30;

/** Number of controls that wait for the assessment of a universal control: they neither pass nor fail. */
export function yieldOf({ mappings }: Assessable): number {
  return mappings.filter(({ control }) => control.status === 'not_assessed').length;
}

/** What waits in a queue: disputed by tests, ending soon by its last day, or not assessed by how many controls it moves. */
export function queued<Each extends Assessable>(all: readonly Each[], queue: Queue, now: Date): Each[] {
  switch (queue) {
    case 'disputed':
      return all.filter((each) => each.assessment !== null && each.mappings.some(({ control }) => control.disputed));
    case 'due':
      return all
        .filter((each) => endOf(each) <= now.getTime() + SOON_DAYS * DAY_MS)
        .toSorted((a, b) => endOf(a) - endOf(b));
    case 'unassessed':
      return all.filter((each) => !isJudged(each)).toSorted((a, b) => yieldOf(b) - yieldOf(a));
    case 'assessed':
      return all.filter(isJudged).toSorted((a, b) => madeAt(b) - madeAt(a));
  }
}

/** Whether a universal control is one of those that are asked for. */
export function isWanted({ code, title, keywords, domain, mappings }: Described, wanted: Wanted): boolean {
  const words = [code, title, ...keywords].join(' ').toLowerCase();
  return (
    (wanted.q === undefined || words.includes(wanted.q.toLowerCase())) &&
    (wanted.domain === undefined || domain.code === wanted.domain) &&
    (wanted.framework === undefined || mappings.some(({ framework }) => framework === wanted.framework))
  );
}

/** What comes after one of a queue, in its order; null for the last one, and for one that is not in it. */
export function nextOf<Each extends { id: string }>(waiting: readonly Each[], id: string): Each | null {
  const index = waiting.findIndex((each) => each.id === id);
  return index < 0 ? null : (waiting[index + 1] ?? null);
}

/** Domains of universal controls, each once, by name. */
export function domainsOf<Domain extends { code: string; name: string }>(all: readonly { domain: Domain }[]): Domain[] {
  const byCode = new Map(all.map(({ domain }) => [domain.code, domain]));
  return [...byCode.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

function isJudged({ assessment }: Assessable): boolean {
  return assessment !== null && assessment.status !== 'not_assessed';
}

function madeAt({ assessment }: Assessable): number {
  return assessment ? Date.parse(assessment.assessedAt) : 0;
}

function endOf({ assessment }: Assessable): number {
  const expiresAt = assessment?.expiresAt ?? null;
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}
