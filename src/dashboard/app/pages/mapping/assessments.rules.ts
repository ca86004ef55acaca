/** Kinds of assessments that wait for somebody, the most urgent first. */
export const QUEUES = ['disputed', 'due', 'unassessed'] as const;
export type Queue = (typeof QUEUES)[number];

interface Assessable {
  assessment: { status: string; expiresAt: string | null } | null;
  mappings: readonly { control: { status: string; disputed: boolean } }[];
}

const DAY_MS = 86_400_000;
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
      return all
        .filter(({ assessment }) => assessment === null || assessment.status === 'not_assessed')
        .toSorted((a, b) => yieldOf(b) - yieldOf(a));
  }
}

function endOf({ assessment }: Assessable): number {
  const expiresAt = assessment?.expiresAt ?? null;
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}
