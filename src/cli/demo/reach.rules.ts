import { failingChecks } from './fix.rules.js';
import type { MappedControl } from './queries.js';

type Mapping = MappedControl['mappings'][number]['universalControl']['mappings'][number];

/** A failing control of another framework, and the mapping that leads to it. */
export interface MovedControl {
  framework: string;
  controlId: string;
  title: string;
  relationship: Mapping['relationship'];
  universalCode: string;
}

/** Controls of other frameworks that one fix repairs. */
export interface Reach {
  /** Title of the failing check; empty where the control has none. */
  check: string;
  /** Repaired controls by framework; each once, in the order of the mappings. */
  moved: Map<string, MovedControl[]>;
  movedCount: number;
  /** Number of failing controls of other frameworks behind the same universal controls that fail on other checks. */
  others: number;
}

/** Relationships from the closest to the loosest. */
const RELATIONSHIPS = ['equal', 'subset', 'superset', 'intersects'] as const;

/**
 * The failing check of a control whose repair affects most frameworks, then most controls. A control of another
 * framework counts when it is mapped, failing, and fails on that check.
 */
export function reachOf(control: MappedControl): Reach {
  const candidates = failingElsewhere(control);
  const reaches = failingChecks(control).map((check) => {
    const moved = candidates.filter(({ checks }) => checks.includes(check)).map(({ moved: each }) => each);
    const others = candidates.length - moved.length;
    return { check, moved: Map.groupBy(moved, ({ framework }) => framework), movedCount: moved.length, others };
  });
  return furthest(reaches) ?? { check: '', moved: new Map(), movedCount: 0, others: candidates.length };
}

/** The reach with most frameworks, then most controls, then the first; undefined for an empty list. */
export function furthest<T extends Pick<Reach, 'moved' | 'movedCount'>>(reaches: readonly T[]): T | undefined {
  return reaches.toSorted((a, b) => b.moved.size - a.moved.size || b.movedCount - a.movedCount)[0];
}

/** Each failing control of another framework once, by its closest mapping. */
function failingElsewhere(control: MappedControl): { moved: MovedControl; checks: string[] }[] {
  const lines = control.mappings.flatMap(({ universalControl: { code, mappings } }) =>
    mappings
      .filter(({ control: other }) => other.framework.name !== control.framework.name && other.status === 'failed')
      .map((mapping) => ({ moved: movedBy(mapping, code), checks: failingChecks(mapping.control) })),
  );
  const byControl = Map.groupBy(lines, ({ moved }) => `${moved.framework} ${moved.controlId}`);
  return [...byControl.values()].flatMap((same) =>
    same.toSorted((a, b) => closeness(a.moved) - closeness(b.moved)).slice(0, 1),
  );
}

function movedBy({ relationship, control }: Mapping, universalCode: string): MovedControl {
  const { controlId, title, framework } = control;
  return { framework: framework.name, controlId, title, relationship, universalCode };
}

function closeness({ relationship }: MovedControl): number {
  return RELATIONSHIPS.indexOf(relationship);
}
