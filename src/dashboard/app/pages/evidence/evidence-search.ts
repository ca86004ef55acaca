import { createSearch, oneOf, text, type CreateSearch } from '../../parts/search-params';

export const TYPES = ['auto', 'manual'] as const;
export const EXPIRIES = ['soon', 'expired'] as const;

export interface EvidenceSearch extends CreateSearch {
  type?: (typeof TYPES)[number] | undefined;
  controlId?: string | undefined;
  expiry?: (typeof EXPIRIES)[number] | undefined;
  /** Ids of the integrations that were scanned together, with commas; `none` of scans that were removed. */
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
    scansOf: text(search.scansOf),
    after: text(search.after),
  };
}

const NONE = 'none';

/** Integrations as the address has them. */
export function scansOfText(integrationIds: readonly string[]): string {
  return integrationIds.length === 0 ? NONE : integrationIds.join(',');
}

/** Integrations that the address names; undefined where it names none. */
export function integrationIdsOf(scansOf: string | undefined): string[] | undefined {
  if (scansOf === undefined) return undefined;
  return scansOf === NONE ? [] : scansOf.split(',');
}

/**
 * What the list is of. Without a choice it is the uploads, and what scans stored is folded below them; nothing of scans expires.
 */
export function listedType({ type, scansOf }: EvidenceSearch): 'auto' | 'manual' {
  return scansOf === undefined ? (type ?? 'manual') : 'auto';
}

/** Order of the list: uploads as they expire, those that have expired first; what scans stored, which does not expire, newest first. */
export function listedOrder(search: EvidenceSearch): 'newest' | 'expiry' {
  return listedType(search) === 'manual' ? 'expiry' : 'newest';
}

/** Whether what scans stored is folded below the uploads. */
export function isFolded({ type, expiry, scansOf, after }: EvidenceSearch): boolean {
  return type === undefined && expiry === undefined && scansOf === undefined && after === undefined;
}
