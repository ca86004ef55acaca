import { isLoopback } from '../platform/loopback.rules.js';
import { httpUrl } from '../platform/public-url.js';
import { withoutTrailing } from '../platform/trailing.rules.js';

/** Settings of where the service listens, and under which address clients know it. */
interface OwnAddress {
  HOST: string;
  PORT: number;
  PUBLIC_URL?: string | undefined;
}

/** Whether nobody but this machine is to reach the service: known accounts and shown invitations are for that case only. */
export function isForThisMachine({ HOST, PUBLIC_URL }: OwnAddress): boolean {
  return isLoopback(HOST) && PUBLIC_URL?.startsWith('https:') !== true;
}

/** Address of the service for clients, without a trailing slash; null where only the listener knows its port. */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: OwnAddress): string | null {
  if (PUBLIC_URL !== undefined) return withoutTrailing(PUBLIC_URL, '/');
  return PORT === 0 ? null : httpUrl(HOST, PORT);
}
