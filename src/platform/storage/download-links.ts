import { MINUTE } from '../clock.js';

/** Life of a download link. Source: schema/contract/evidence.md, "Storage". */
export const LINK_LIFETIME_MS = 15 * MINUTE;

/** Time-limited addresses of stored objects, whatever keeps them: who holds one needs no token. */
export interface DownloadLinks {
  /** Gives the address, good for 15 minutes, under which `key` is sent as an attachment called `fileName`. */
  urlOf(key: string, fileName: string): Promise<string>;
}
