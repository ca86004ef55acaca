/** An exception in force, as a report lists it. */
export interface ExceptionContent {
  id: string;
  /** The framework's own codes. */
  control_ids: string[];
  check: string;
  scanner: string;
  rule_id: string;
  /** Id, or a pattern. */
  resource: string;
  is_pattern: boolean;
  /** Resources that it covers. */
  resources: number;
  reason: string;
  compensating_measure: string | null;
  owner: string | null;
  approved_by: string | null;
  approved_at: string;
  /** The last day, YYYY-MM-DD. */
  expires_on: string;
}
