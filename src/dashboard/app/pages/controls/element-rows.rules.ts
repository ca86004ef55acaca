import { elementProof, type Source, type Standing } from '../../parts/proof.rules.js';

interface Element {
  number: number;
  state: string;
  votes: readonly { result: string; evaluatedAt: string; laterScanAt: string | null }[];
}

interface Derived<Each extends Element = Element> {
  state: string;
  isTested: boolean;
  assessment: { status: string; assessedAt: string } | null;
  elements: readonly Each[];
}

/** An element of a mapping, with what decides it. */
export interface ElementRow<Mapping extends Derived> {
  mapping: Mapping;
  element: Mapping['elements'][number];
  standing: Standing;
  source: Source | null;
  /** `onHold`: it fails by what was last seen, and no scan since could look at everything. */
  word: 'failed' | 'onHold' | 'held' | 'shown' | 'trust' | 'unmet' | 'open';
  /** When that was found or judged, RFC 3339; null where nothing was. */
  at: string | null;
}

const ORDER: readonly Standing[] = ['failed', 'open', 'part', 'shown'];

/** The elements of mappings, what fails first; else in their order. */
export function elementRowsOf<Mapping extends Derived>(mappings: readonly Mapping[]): ElementRow<Mapping>[] {
  const rows = mappings.flatMap((mapping) =>
    mapping.elements.map((element: Mapping['elements'][number]) => rowOf(mapping, element)),
  );
  return rows.toSorted((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
}

function rowOf<Mapping extends Derived>(mapping: Mapping, element: Mapping['elements'][number]): ElementRow<Mapping> {
  const { standing, source } = elementProof(element.state, mapping);
  const { assessment } = mapping;
  const row = { mapping, element, source };
  if (standing === 'failed') {
    const failing = element.votes.filter(({ result }) => result === 'fail');
    const isOnHold = failing.length > 0 && failing.every(({ laterScanAt }) => laterScanAt !== null);
    return { ...row, standing, word: isOnHold ? 'onHold' : 'failed', at: newestOf(failing) };
  }
  if (standing === 'shown') {
    const at = source === 'assessment' ? (assessment?.assessedAt ?? null) : newestOf(element.votes);
    return { ...row, standing, word: 'shown', at };
  }
  const judgedAt = assessment?.assessedAt ?? null;
  if (assessment?.status === 'compliant') return { ...row, standing: 'part', word: 'trust', at: judgedAt };
  if (assessment && assessment.status !== 'not_assessed')
    return { ...row, standing: 'failed', word: 'unmet', at: judgedAt };
  return { ...row, standing, word: element.state === 'held' ? 'held' : 'open', at: null };
}

function newestOf(votes: Element['votes']): string | null {
  return (
    votes
      .map(({ evaluatedAt }) => evaluatedAt)
      .toSorted()
      .at(-1) ?? null
  );
}
