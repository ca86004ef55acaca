/** A column that holds secrets sealed by the vault: as its text, or anywhere within its JSON or its array. */
export interface SealedColumn {
  /** Has the columns `id` and `tenant_id`. */
  table: string;
  column: string;
  /** The place that the feature seals for. @default `<table> <id> <column>` */
  place?: (id: string) => string;
}

/**
 * Every column with sealed secrets. `secrets rotate` seals them again under a new key; a column that is missing here would be
 * lost with the old one.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'idempotency_keys', column: 'answer' },
  { table: 'integrations', column: 'credentials' },
  { table: 'mails', column: 'message' },
  { table: 'users', column: 'mfa_secret' },
  { table: 'webhooks', column: 'secret' },
  // Sealed when it was the secret in force, and moved as it stands.
  { table: 'webhooks', column: 'previous_secret', place: (id) => `webhooks ${id} secret` },
];
