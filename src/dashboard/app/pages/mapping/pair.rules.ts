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

/** Coverage of a control by the other framework, as the service has worked it out. */
export type Cover = 'full' | 'part' | 'none';

/** A control of `to`, and the universal controls of which both sides ask for an element in common. */
export interface CoveredControl<Control> {
  cover: Cover;
  control: Control;
  universalControls: readonly { id: string }[];
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
 * A pair by universal control, in the order of their codes. A covered control of `to` appears under each universal
 * control over which it is covered, a gap under each that it is mapped to: so every control of `to` appears at least once.
 * @param wanted includes only controls of `to` with this coverage
 */
export function groupsOf<From extends MappedControl, To extends MappedControl>(
  from: readonly From[],
  to: readonly CoveredControl<To>[],
  wanted?: Cover,
): PairGroup<From, To>[] {
  const groups = new Map<string, PairGroup<From, To>>();
  for (const control of from) {
    for (const { relationship, universalControl } of control.mappings)
      groupAt(groups, universalControl).from.push({ control, relationship });
  }
  for (const { cover, control, universalControls } of to) {
    if (wanted !== undefined && cover !== wanted) continue;
    const between = new Set(universalControls.map(({ id }) => id));
    for (const { relationship, universalControl } of control.mappings) {
      if (cover !== 'none' && !between.has(universalControl.id)) continue;
      groupAt(groups, universalControl).to.push({ control, relationship, cover });
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
