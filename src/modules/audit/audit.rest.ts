import type { RestRow } from '../../feature/rest-row.js';

/** The audit trail over REST. The specification has no path for it: our choice. */
export const auditRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/audit-log/export',
    summary: 'Write the whole audit trail into a file and get its address.',
    status: 201,
    isBodyOptional: true,
    document: `mutation ($input: ExportAuditLogInput!) {
      data: exportAuditLog(input: $input) { export { url expiresAt entries sha256 } }
    }`,
    present: ({ export: file }) => file,
    presented: { of: 'export', members: {} },
    errors: ['RATE_LIMITED'],
  },
  {
    method: 'GET',
    path: '/api/audit-log',
    summary: 'Entries of the audit trail, newest first.',
    list: 'streamed',
    document: `query (
      $action: String, $actorId: ID, $resourceType: String, $resourceId: String, $from: DateTimeISO, $to: DateTimeISO,
      $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: auditLog(
        action: $action, actorId: $actorId, resourceType: $resourceType, resourceId: $resourceId, from: $from, to: $to,
        first: $first, after: $after, offset: $offset
      ) {
        nodes {
          id sequence at action actor { type id name apiKeyId } resourceType resourceId before after address requestId
          previousHash hash
        }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/audit-log/keys',
    summary: 'Public keys of signed heads.',
    document: 'query { data: auditKeys { keyId publicKey isCurrent } }',
  },
  {
    method: 'GET',
    path: '/api/audit-log/heads',
    summary: 'Signed heads of the audit trail, newest first.',
    list: 'streamed',
    document: `query ($first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
      data: auditHeads(first: $first, after: $after, offset: $offset) {
        nodes { size signedAt note }
        pageInfo { hasNextPage endCursor }
        totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/audit-log/proof',
    summary: 'Proof that an entry, or the upload of evidence, is in a signed head.',
    document: `query ($sequence: Int, $evidenceId: ID) {
      data: auditProof(sequence: $sequence, evidenceId: $evidenceId) { text index size path note }
    }`,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
