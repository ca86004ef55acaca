import type { Tables } from '../../../../schema/tables.js';

/**
 * Where the rows of a table are in a cluster: `distributed` by `tenant_id`, all of an organization on one worker; `reference`, a copy on
 * every node; `local`, on the coordinator alone.
 */
export type TableKind = 'distributed' | 'reference' | 'local';

/** Tables without an organization that rows of organizations are joined with or refer to, and one whose key holds for all of them. */
const REFERENCE = [
  'accounts',
  'catalogue_controls',
  'catalogue_universal_controls',
  'catalogue_versions',
  'decided_contents',
  // A domain has one holder among all organizations.
  'email_domains',
  'tenants',
] as const satisfies readonly (keyof Tables)[];

/** Tables that only statements of their own read. */
const LOCAL = [
  'login_failures',
  'login_origins',
  'migrations',
  'passkey_challenges',
  'passkeys',
  'work_leases',
] as const satisfies readonly (keyof Tables | 'migrations')[];

/** Kind of a table of the schema, by its name; what is neither reference nor local is an organization's. */
export function kindOf(table: string): TableKind {
  if ((REFERENCE as readonly string[]).includes(table)) return 'reference';
  return (LOCAL as readonly string[]).includes(table) ? 'local' : 'distributed';
}
