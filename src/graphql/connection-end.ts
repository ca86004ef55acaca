import type { ServerResponse } from 'node:http';
import { CloseCode } from 'graphql-ws';
import { SECOND } from '../platform/clock.js';
import { newId } from '../platform/crypto/uuid.js';
import { AppError, type ErrorCode } from '../platform/errors.js';
import { formatError } from './errors.js';

/**
 * Why the service ends a connection: the code and the reason with which a socket closes, and the code of the error that is the last
 * event of a stream. With 4403 its holder has to log in, or may not come back; with 4410 (our choice) the credential holds, and a new
 * connection has what it may do now. Source: schema/contract/graphql.md, "Sockets".
 */
export const CONNECTION_ENDS = {
  missing: { code: CloseCode.Forbidden, reason: 'Token missing or invalid', error: 'UNAUTHENTICATED' },
  expired: { code: CloseCode.Forbidden, reason: 'Token expired', error: 'UNAUTHENTICATED' },
  withdrawn: { code: CloseCode.Forbidden, reason: 'Token withdrawn', error: 'UNAUTHENTICATED' },
  suspended: { code: CloseCode.Forbidden, reason: 'Organization suspended', error: 'ORGANIZATION_SUSPENDED' },
  changed: { code: 4410, reason: 'Permissions changed', error: 'UNAVAILABLE' },
  stopping: { code: 1001, reason: 'Going away', error: 'UNAVAILABLE' },
} as const satisfies Record<string, { code: number; reason: string; error: ErrorCode }>;

export type ConnectionEnd = keyof typeof CONNECTION_ENDS;

/** Time for a client to read why its stream ends. Our choice. */
const UNREAD_MS_MAX = 2 * SECOND;

/**
 * Ends a stream of server-sent events with an event that says why, and without `complete`, so that client libraries connect
 * again.
 */
export function endStream(stream: ServerResponse, why: ConnectionEnd): void {
  const { code: closeCode, reason, error } = CONNECTION_ENDS[why];
  const errors = [formatError(new AppError(error, reason, { facts: { closeCode } }), newId())];
  const end = () => stream.destroy();
  // A client that reads nothing takes neither this nor its place any longer.
  setTimeout(end, UNREAD_MS_MAX).unref();
  stream.write(`event: next\ndata: ${JSON.stringify({ errors })}\n\n`, end);
}
