import { CloseCode } from 'graphql-ws';

/**
 * Why a socket ends whose credential no longer holds: the code and the reason with which it closes. With 4403 its holder has to log in,
 * or may not come back; with 4410 (our choice) the credential holds, and a new connection has what it may do now.
 * Source: schema/contract/graphql.md, "Sockets".
 */
export const CONNECTION_ENDS = {
  missing: { code: CloseCode.Forbidden, reason: 'Token missing or invalid' },
  expired: { code: CloseCode.Forbidden, reason: 'Token expired' },
  withdrawn: { code: CloseCode.Forbidden, reason: 'Token withdrawn' },
  suspended: { code: CloseCode.Forbidden, reason: 'Organization suspended' },
  changed: { code: 4410, reason: 'Permissions changed' },
} as const satisfies Record<string, { code: number; reason: string }>;

export type ConnectionEnd = keyof typeof CONNECTION_ENDS;
