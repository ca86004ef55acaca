import { get, graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';

const USER = { ...IN_QUERY, ...OF_TENANT, own: 'userId' } as const;

const UPLOAD = { ...IN_QUERY, ...OF_TENANT, own: 'uploadedEvidenceId' } as const;

/** Places of ids in the paths of the audit trail and of security events. */
export const AUDIT_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/security-events user_id': { ...USER, request: (id) => get(`/api/security-events?user_id=${id}`) },
  'GET /api/audit-log/proof evidence_id': { ...UPLOAD, request: (id) => get(`/api/audit-log/proof?evidence_id=${id}`) },
};

/** Places of ids in their operations. */
export const AUDIT_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.auditLog(actorId)': {
    ...USER,
    request: (id) => graphql('query ($id: ID) { auditLog(actorId: $id) { totalCount } }', { id }),
  },
  'Query.auditProof(evidenceId)': {
    ...UPLOAD,
    request: (id) => graphql('query ($id: ID) { auditProof(evidenceId: $id) { index } }', { id }),
  },
  'Query.securityEvents(userId)': {
    ...USER,
    request: (id) => graphql('query ($id: ID) { securityEvents(userId: $id) { totalCount } }', { id }),
  },
};
