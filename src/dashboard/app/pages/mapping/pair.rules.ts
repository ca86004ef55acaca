/** The framework's control is … of the universal control (NIST IR 8477). */
type Relationship = 'equal' | 'subset' | 'superset' | 'intersects';

/** A control with its mappings to universal controls. */
export interface MappedControl {
  id: string;
  category: string;
  mappings: readonly {
    relationship: Relationship;
    universalControl: { id: string; code: string; title: string; domain: { code: string; name: string } };
  }[];
}

/** Coverage of a control by the other framework. */
export type Cover = 'full' | 'part' | 'gap';

/** Number of controls of `to` by coverage; `covered` is the sum of full and partial, as in the mapping matrix. */
export type CoverCounts = Record<Cover, number> & { covered: number; total: number };

/**
 * Coverage of each control of `to` by the controls of `from`, by its id.
 *
 * `full`: for some universal control, a control of `from` requires all of it (equal or superset), and the control of
 * `to` no more than it (equal or subset). `part`: they share a universal control, but something may remain. `gap`: they
 * share none. Source: relationships of NIST IR 8477. Two partial mappings are not added up, since they may cover the
 * same part.
 */
export function coversOf(from: readonly MappedControl[], to: readonly MappedControl[]): Map<string, Cover> {
  const shared = new Set<string>();
  const met = new Set<string>();
  for (const { relationship, universalControl } of from.flatMap(({ mappings }) => mappings)) {
    shared.add(universalControl.id);
    if (relationship === 'equal' || relationship === 'superset') met.add(universalControl.id);
  }
  return new Map(to.map(({ id, mappings }) => [id, coverOf(mappings)]));

  function coverOf(mappings: MappedControl['mappings']): Cover {
    const isMet = mappings.some(
      ({ relationship, universalControl }) =>
        (relationship === 'equal' || relationship === 'subset') && met.has(universalControl.id),
    );
    if (isMet) return 'full';
    return mappings.some(({ universalControl }) => shared.has(universalControl.id)) ? 'part' : 'gap';
  }
}

export function countsOf(covers: ReadonlyMap<string, Cover>): CoverCounts {
  const all = [...covers.values()];
  const of = (cover: Cover) => all.filter((each) => each === cover).length;
  return { full: of('full'), part: of('part'), gap: of('gap'), covered: all.length - of('gap'), total: all.length };
}

/** A control on one side of a universal control. */
export interface Side<Control> {
  control: Control;
  relationship: Relationship;
}

/** A universal control with the controls of both frameworks that are mapped to it. */
export interface PairGroup<From, To> {
  universalControl: MappedControl['mappings'][number]['universalControl'];
  /** Empty where the framework has no control. */
  from: Side<From>[];
  to: (Side<To> & { cover: Cover })[];
}

/**
 * A pair by universal control, in the order of their codes. A covered control of `to` appears under each shared
 * universal control, a gap under each that it is mapped to: so every control of `to` appears at least once.
 * @param cover includes only controls of `to` with this coverage
 */
export function groupsOf<From extends MappedControl, To extends MappedControl>(
  from: readonly From[],
  to: readonly To[],
  cover?: Cover,
): PairGroup<From, To>[] {
  const covers = coversOf(from, to);
  const groups = new Map<string, PairGroup<From, To>>();
  for (const control of from) {
    for (const { relationship, universalControl } of control.mappings)
      groupAt(groups, universalControl).from.push({ control, relationship });
  }
  for (const control of to) {
    const own = covers.get(control.id) ?? 'gap';
    if (cover !== undefined && own !== cover) continue;
    for (const { relationship, universalControl } of control.mappings) {
      const group = groupAt(groups, universalControl);
      if (own === 'gap' || group.from.length > 0) group.to.push({ control, relationship, cover: own });
    }
  }
  return [...groups.values()]
    .filter((group) => group.to.length > 0)
    .sort((one, other) => (one.universalControl.code < other.universalControl.code ? -1 : 1));
}

function groupAt<From, To>(
  groups: Map<string, PairGroup<From, To>>,
  universalControl: PairGroup<From, To>['universalControl'],
): PairGroup<From, To> {
  const present = groups.get(universalControl.id);
  if (present) return present;
  const group: PairGroup<From, To> = { universalControl, from: [], to: [] };
  groups.set(universalControl.id, group);
  return group;
}
