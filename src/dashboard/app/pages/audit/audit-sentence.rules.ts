/** What the sentence of an audit entry needs. */
export interface SentenceEntry {
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** Present name of what was changed. */
  subject: string | null;
  before: unknown;
  after: unknown;
}

/** What a sentence says of its entry. */
export interface SentenceParts {
  /** Variant of the sentence. */
  context?: string;
  /** Name of what was changed, the one recorded before the present one, else the beginning of its id. */
  name: string;
  /** A further name: that of a passkey, or of the control that an auditor opened. */
  detail: string;
  /** Former and new role. */
  from: string;
  to: string;
  count: number;
}

/** Parts of the sentence of an entry: its name is what was recorded, and where nothing was, the present one. */
export function partsOf(entry: SentenceEntry): SentenceParts {
  const { resourceType, subject, resourceId } = entry;
  const [before, after] = [membersOf(entry.before), membersOf(entry.after)];
  const recorded = first([...NAMES.map((name) => after[name]), ...NAMES.map((name) => before[name])]);
  // The names in the entries of members are those of their passkeys too.
  const [known, other] = resourceType === 'member' ? [subject, before.email ?? after.email] : [recorded, subject];
  const context = contextOf(entry.action, before, after);
  return {
    ...(context === undefined ? {} : { context }),
    name: first([known, other]) ?? resourceId?.slice(0, ID_SHOWN) ?? '',
    detail: first([after.name, before.name, after.control]) ?? '',
    from: first([before.role]) ?? '',
    to: first([after.role]) ?? '',
    count: countOf(after),
  };
}

const ID_SHOWN = 8;

/** Fields that name what they are of, the most specific first. */
const NAMES = [
  'name',
  'label',
  'title',
  'email',
  'domain',
  'url',
  'address',
  'key',
  'control_id',
  'framework',
] as const;

type Members = Record<string, unknown>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function first(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** Variant by what was changed. */
function contextOf(action: string, before: Members, after: Members): string | undefined {
  switch (action) {
    case 'assessment.created':
      return first([after.status]);
    case 'auditor_link.viewed':
      return first([after.view]);
    case 'scan.triggered':
      if (after.isImport === true) return 'import';
      return after.isScheduled === true ? 'schedule' : undefined;
    case 'organization.updated':
      return Object.keys(after).join() === 'name' ? 'name' : undefined;
    case 'work_item.changed':
      return before.state === undefined ? undefined : first([after.state]);
    default:
      return undefined;
  }
}

/** Number of things that an entry is about at once. */
function countOf({ evidenceIds, sessions, scans, count }: Members): number {
  for (const each of [evidenceIds, sessions, scans, count]) {
    if (Array.isArray(each)) return each.length;
    if (typeof each === 'number') return each;
  }
  return 1;
}

/** An entry, and how many directly before it an auditor left by looking at the same thing again. */
export interface Repeated<Entry> {
  entry: Entry;
  /** From 1. */
  times: number;
}

/** Entries in their order; views of one thing by one link, one after the other, are one. */
export function withoutRepeats<Entry extends SentenceEntry>(entries: readonly Entry[]): Repeated<Entry>[] {
  const shown: Repeated<Entry>[] = [];
  for (const entry of entries) {
    const last = shown.at(-1);
    if (last && isSameView(last.entry, entry)) last.times += 1;
    else shown.push({ entry, times: 1 });
  }
  return shown;
}

function isSameView(one: SentenceEntry, other: SentenceEntry): boolean {
  const [a, b] = [membersOf(one.after), membersOf(other.after)];
  return (
    one.action === 'auditor_link.viewed' &&
    other.action === one.action &&
    other.resourceId === one.resourceId &&
    a.view === b.view &&
    a.control === b.control
  );
}

/** Kinds of actions that are named as another kind of object is. */
const OBJECTS: Readonly<Record<string, string>> = { scans: 'scan', scope: 'scope_decision' };

/** Key of the name of what the actions of a kind are about: `scan` for `scans`. */
export function objectOf(kind: string): string {
  return OBJECTS[kind] ?? kind;
}
