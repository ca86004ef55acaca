export const ROLES = ['admin', 'auditor', 'member'] as const;
export type Role = (typeof ROLES)[number];

const ALL: readonly Role[] = ROLES;
const ADMIN: readonly Role[] = ['admin'];
const ADMIN_AUDITOR: readonly Role[] = ['admin', 'auditor'];
const ADMIN_MEMBER: readonly Role[] = ['admin', 'member'];

/** Who may call an operation: some roles, or anyone without a token. */
export type Access = readonly Role[] | 'public';

/**
 * Who may do what: one row for each operation of the graph and each upload. It drives GraphQL, REST (whose rows name operations) and the
 * documentation; the service does not start when an operation is missing here.
 * Source: specification, sections 4 and 5; where it is silent, schema/README.md, "Roles".
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'Query.me': ALL,
  'Query.organization': ALL,
  'Query.integrations': ADMIN_AUDITOR,
  'Query.frameworks': ALL,
  'Query.framework': ALL,
  'Query.controls': ALL,
  'Query.control': ALL,
  'Query.ucfDomains': ALL,
  'Query.universalControls': ALL,
  'Query.universalControl': ALL,
  'Query.coverage': ALL,
  'Query.scan': ALL,
  'Query.scans': ALL,
  'Query.scanResults': ALL,
  'Query.evidence': ALL,
  'Query.evidenceList': ALL,
  'Mutation.login': 'public',
  'Mutation.connectIntegration': ADMIN,
  'Mutation.disconnectIntegration': ADMIN,
  'Mutation.triggerScan': ADMIN_MEMBER,
  'Mutation.cancelScan': ADMIN_MEMBER,
  'Upload.importReport': ADMIN,
  'Subscription.scanProgress': ALL,
  'Subscription.scansChanged': ALL,
};
