import { oneOf, text } from '../../parts/search-params';

export const TYPES = ['auto', 'manual'] as const;
export const EXPIRIES = ['soon', 'expired'] as const;

export interface EvidenceSearch {
  type?: (typeof TYPES)[number] | undefined;
  controlId?: string | undefined;
  expiry?: (typeof EXPIRIES)[number] | undefined;
  /** Cursor of the last artifact of the previous page. */
  after?: string | undefined;
}

export function evidenceSearch(search: Record<string, unknown>): EvidenceSearch {
  return {
    type: oneOf(search.type, TYPES),
    controlId: text(search.controlId),
    expiry: oneOf(search.expiry, EXPIRIES),
    after: text(search.after),
  };
}
