import type { Standing } from '../../parts/proof.rules.js';

/** Actions in the order of a list: what fails stands before what nobody has looked at yet. */
const ORDER = ['repair', 'grant_access', 'run_checks', 'add_evidence', 'assess', 'not_mapped'];

/** Judgements that fail what they are about. */
const FAILED = ['partially_compliant', 'non_compliant'];

interface Part {
  action: string;
  universalControl: { id: string; code: string; title: string };
}

interface Derived {
  mapping: { universalControl: { id: string } };
  state: 'shown' | 'contradicted' | 'open';
  assessment: { status: string } | null;
}

/** What is missing of a mapping. */
export interface MissingOf<Missing extends Part, Mapping extends Derived> {
  universalControl: Missing['universalControl'];
  parts: Missing[];
  mapping: Mapping | undefined;
  standing: Standing;
}

/** What is missing, by the universal control that it is of; what fails first, what is done last. */
export function missingByMapping<Missing extends Part, Mapping extends Derived>(
  missing: readonly Missing[],
  mappings: readonly Mapping[],
): MissingOf<Missing, Mapping>[] {
  const rows = new Map<string, MissingOf<Missing, Mapping>>();
  const ordered = missing.toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action));
  for (const part of ordered) {
    const { universalControl } = part;
    const before = rows.get(universalControl.id);
    if (before) {
      before.parts.push(part);
      continue;
    }
    const mapping = mappings.find((each) => each.mapping.universalControl.id === universalControl.id);
    rows.set(universalControl.id, {
      universalControl,
      parts: [part],
      mapping,
      standing: isUnmet(mapping) ? 'failed' : standingOf(mapping),
    });
  }
  const all = [...rows.values()];
  return [
    ...all.filter(({ standing }) => standing === 'failed'),
    ...all.filter(({ standing }) => standing !== 'failed'),
  ];
}

interface PartOfElements extends Part {
  /** Numbers of the elements that are missing; empty for the whole mapping. */
  elements: readonly number[];
}

interface Row {
  mapping: Derived;
  element: { number: number };
  standing: Standing;
}

/** What is to be done about an element, the most urgent of several; undefined where it is shown or nothing can be done. */
export function partOfRow<Missing extends PartOfElements>(
  missing: readonly Missing[],
  { mapping: { mapping }, element: { number }, standing }: Row,
): Missing | undefined {
  if (standing === 'shown') return undefined;
  const isOf = ({ universalControl, elements, action }: Missing) =>
    universalControl.id === mapping.universalControl.id &&
    action !== 'not_mapped' &&
    (elements.length === 0 || elements.includes(number));
  return missing.filter(isOf).toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action))[0];
}

/** Whether people judge a mapping not to be met. */
export function isUnmet(mapping: Pick<Derived, 'assessment'> | undefined): boolean {
  return FAILED.some((status) => mapping?.assessment?.status === status);
}

/** How far a mapping is shown; a compliant assessment without a note or evidence decides its status and shows nothing. */
export function standingOf(mapping: Pick<Derived, 'state' | 'assessment'> | undefined): Standing {
  if (mapping?.state === 'contradicted') return 'failed';
  if (mapping?.state === 'shown') return 'shown';
  return mapping?.assessment?.status === 'compliant' ? 'part' : 'open';
}
