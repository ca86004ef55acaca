/** The framework's control is … of the universal control (NIST IR 8477). */
type Relationship = 'equal' | 'subset' | 'superset' | 'intersects';

/** A control of either side with the universal controls it is mapped to. */
export interface MappedControl {
  id: string;
  category: string;
  mappings: readonly {
    relationship: Relationship;
    universalControl: { id: string; code: string; title: string; domain: { code: string; name: string } };
  }[];
}

/** How far the one framework covers a control of the other. */
export type Cover = 'full' | 'part' | 'gap';

/** Of how many controls of `to` each is true; `covered` are those in full and in part, as the mapping matrix counts them. */
export type CoverCounts = Record<Cover, number> & { covered: number; total: number };

/**
 * How far compliance with the controls of `from` reaches each control of `to`, by its id.
 *
 * `full`: there is a universal control of which a control of `from` asks all (equal or superset), and the control of `to` asks no
 * more (equal or subset): who meets the one has met the other. `part`: they share a universal control, but something of the one may
 * be left over. `gap`: they share none. Source: the relations of NIST IR 8477; that two parts make a whole is not assumed, for
 * they may be the same part.
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

/** A universal control with every control of both frameworks that is mapped to it. */
export interface PairGroup<From, To> {
  universalControl: MappedControl['mappings'][number]['universalControl'];
  /** Empty where the one framework has nothing. */
  from: Side<From>[];
  to: (Side<To> & { cover: Cover })[];
}

/**
 * The pair by universal control, in the order of their codes. A control of `to` that is covered stands under each universal control
 * that it shares, a gap under each that it is mapped to: so every control of `to` is there at least once.
 * @param cover only the controls of `to` of which this is true
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
