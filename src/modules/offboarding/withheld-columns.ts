/** A column with a secret. */
export interface SecretColumn {
  table: string;
  column: string;
}

/**
 * Columns of an organization's tables that no export has, beside the sealed ones: what proves who somebody is. Accounts and passkeys are
 * people's, and in no export. Hashes of secrets, too: they are of no use to
 * the organization, and of use to who steals the export.
 */
export const WITHHELD_COLUMNS: readonly SecretColumn[] = [
  { table: 'api_keys', column: 'hash' },
  { table: 'auditor_links', column: 'hash' },
  { table: 'invitations', column: 'token_hash' },
  { table: 'invitations', column: 'former_hashes' },
  { table: 'mails', column: 'message' },
  { table: 'scim_tokens', column: 'hash' },
  { table: 'sessions', column: 'refresh_family' },
  { table: 'sessions', column: 'refresh_hash' },
  { table: 'sessions', column: 'refresh_previous' },
  { table: 'sign_on_attempts', column: 'state_hash' },
  { table: 'used_assertions', column: 'assertion_hash' },
];
