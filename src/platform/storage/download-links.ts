import { MINUTE } from '../clock.js';

/** Lifetime of a download link. Source: schema/contract/evidence.md, "Storage". */
export const LINK_LIFETIME_MS = 15 * MINUTE;

/** Time-limited URLs of stored objects, which need no token. */
export interface DownloadLinks {
  /** Whether this service serves the addresses, and so sees each download. */
  readonly isServedHere: boolean;
  /** URL, valid for 15 minutes, that serves `key` as an attachment with the name `fileName`. */
  urlOf(key: string, fileName: string): Promise<string>;
}
