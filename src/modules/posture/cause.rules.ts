/**
 * Classes of what changes a status; one is stored with every row of the ledger by whoever makes the change. Rows from before they
 * were stored have none where the rest of the row does not show one.
 */
export const STATUS_CAUSES = [
  'resource_changed',
  'check_changed',
  'mapping_changed',
  'scope_changed',
  'judgement',
  'exception',
  'connection',
  'setting_changed',
] as const;
export type StatusCause = (typeof STATUS_CAUSES)[number];
