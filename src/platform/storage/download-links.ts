import { MINUTE } from '../clock.js';

/** Lifetime of a download link. Source: schema/contract/evidence.md, "Storage". */
export const LINK_LIFETIME_MS = 15 * MINUTE;

/** Time-limited URLs of stored objects and of parts of them, which need no token. */
export interface DownloadLinks {
  /** Whether this service serves the address of what a reference names, and so sees each download. */
  isServedHere(reference: string): boolean;
  /** URL, valid for 15 minutes or a shorter time in milliseconds, that serves an object, or the part that a `partReference` names, as an attachment with the name `fileName`. */
  urlOf(reference: string, fileName: string, lifetimeMs?: number): Promise<string>;
}
