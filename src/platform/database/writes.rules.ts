/** Tables of which no statement that may be stale reads: what is written to them alone sends nobody to the primary. */
export const UNSEEN_TABLES: readonly string[] = [
  'idempotency_keys',
  'sessions',
  'storage_reservations',
  'storage_usage',
  'stored_objects',
  'tenant_quotas',
];

/** Functions of the schema that write. A test compares them with those of the database. */
export const WRITING_FUNCTIONS: readonly string[] = ['record_audit', 'record_security_events'];

/** Targets of changes; neither locks (`for update`) nor the second half of an upsert (`do update`). */
const TARGETS =
  // eslint-disable-next-line redos/no-vulnerable -- statements are ours
  /(?<!\b(?:for|do|key)\s+)\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?(\w+)"?/gi;
const CALLS = new RegExp(`\\b(?:${WRITING_FUNCTIONS.join('|')})\\s*\\(`, 'i');

/** Whether a statement changes what a read that may be stale can show. In doubt it does. */
export function isSeenWrite(text: string): boolean {
  return CALLS.test(text) || targetsOf(text).some((table) => !UNSEEN_TABLES.includes(table));
}

/** Names of the tables that a statement itself changes. */
export function targetsOf(text: string): string[] {
  return [...text.matchAll(TARGETS)].map(([, table = '']) => table.toLowerCase());
}

/** Whether a statement binds the rest of a transaction to the tenant of its first value (`transaction-scope.sql.ts`). */
export function bindsTenant(text: string): boolean {
  return text.includes('bind_scope($1');
}

/** What a statement does to a transaction, as the clients of this service write it. */
export function transactionStep(text: string): 'begin' | 'commit' | 'rollback' | null {
  if (/^\s*(begin|start transaction)\b/i.test(text)) return 'begin';
  if (/^\s*(commit|end)\b/i.test(text)) return 'commit';
  return /^rollback\s*(?:(?:transaction|work)\s*)?;?$/i.test(text.trim()) ? 'rollback' : null;
}
