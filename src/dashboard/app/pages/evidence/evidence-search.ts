import { createSearch, oneOf, text, type CreateSearch } from '../../parts/search-params';

const TYPES = ['auto', 'manual'] as const;
const EXPIRIES = ['soon', 'expired'] as const;

export interface EvidenceSearch extends CreateSearch {
  type?: (typeof TYPES)[number] | undefined;
  controlId?: string | undefined;
  expiry?: (typeof EXPIRIES)[number] | undefined;
  /** Whether the list is of assessments without a file. */
  missing?: true | undefined;
  /** Ids of the integrations that were scanned together, with commas; `none` of scans that were removed, `all` of all of them. */
  scansOf?: string | undefined;
  /** Cursor of the last artifact of the previous page. */
  after?: string | undefined;
}

export function evidenceSearch(search: Record<string, unknown>): EvidenceSearch {
  return {
    ...createSearch(search),
    type: oneOf(search.type, TYPES),
    controlId: text(search.controlId),
    expiry: oneOf(search.expiry, EXPIRIES),
    missing: search.missing === true ? true : undefined,
    scansOf: text(search.scansOf),
    after: text(search.after),
  };
}

const NONE = 'none';
/** What scans stored, whatever they scanned. */
export const ALL_SCANS = 'all';

/** Integrations as the address has them. */
export function scansOfText(integrationIds: readonly string[]): string {
  return integrationIds.length === 0 ? NONE : integrationIds.join(',');
}

/** Integrations that the address names; undefined where it names none, or all. */
export function integrationIdsOf(scansOf: string | undefined): string[] | undefined {
  if (scansOf === undefined || scansOf === ALL_SCANS) return undefined;
  return scansOf === NONE ? [] : scansOf.split(',');
}

/** Views of the evidence. */
export type EvidenceView = 'uploads' | 'expired' | 'soon' | 'missing' | 'scans';

/** The view that the address names; the uploads without one. Nothing of scans expires. */
export function viewOf({ type, expiry, missing, scansOf }: EvidenceSearch): EvidenceView {
  if (missing) return 'missing';
  if (scansOf !== undefined || type === 'auto') return 'scans';
  return expiry ?? 'uploads';
}

/** What the list is of. */
export function listedType(search: EvidenceSearch): 'auto' | 'manual' {
  return viewOf(search) === 'scans' ? 'auto' : 'manual';
}

/** Order of the list: uploads as they expire, those that have expired first; what scans stored, which does not expire, newest first. */
export function listedOrder(search: EvidenceSearch): 'newest' | 'expiry' {
  return listedType(search) === 'manual' ? 'expiry' : 'newest';
}

/** Whether what scans stored is folded by what was scanned together, and not listed one by one. */
export function isFolded(search: EvidenceSearch): boolean {
  return viewOf(search) === 'scans' && search.scansOf === undefined;
}
