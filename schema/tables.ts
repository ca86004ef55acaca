/**
 * Types of all tables, generated from the migrated database; `npm run schema` writes them again. A column that may be left out
 * of an insert is `Generated`; JSON is read as a value and written as its text; a text column with a CHECK of its values is their union.
 */
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Json = ColumnType<JsonValue, string, string>;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface ApiKeys {
  created_at: Timestamp;
  expires_at: Timestamp;
  hash: string;
  id: string;
  key_id: string;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  tenant_id: string;
  user_id: string;
}

export interface Assessments {
  assessed_by: string;
  created_at: Generated<Timestamp>;
  details: string | null;
  evidence_ids: Generated<string[]>;
  expired_id: string | null;
  expires_at: Timestamp | null;
  id: string;
  is_supported: Generated<boolean>;
  propagation: Generated<Json>;
  status: "compliant" | "partially_compliant" | "non_compliant" | "not_assessed";
  tenant_id: string;
  universal_no: number;
}

export interface AuditLog {
  action: string;
  actor_id: string | null;
  actor_type: "user" | "api_key" | "system" | "operator";
  address: string | null;
  after: Json | null;
  api_key_id: string | null;
  at: Timestamp;
  before: Json | null;
  hash: string;
  id: Generated<string>;
  previous_hash: string;
  request_id: string | null;
  resource_id: string | null;
  resource_type: string;
  sequence: Int8;
  tenant_id: string;
}

export interface CatalogueControls {
  control_id: string;
  framework: string;
  id: string;
  is_current: Generated<boolean>;
  no: number;
  part: string | null;
}

export interface CatalogueUniversalControls {
  code: string;
  id: string;
  no: number;
}

export interface CatalogueVersions {
  control_ids: string[];
  controls: Json;
  digest: string;
  framework: string;
  loaded_at: Generated<Timestamp>;
  mappings: Json;
  no: Generated<Int8>;
  version: string;
}

export interface CustomChecks {
  applies: string | null;
  created_at: Timestamp;
  created_by: string | null;
  description: string;
  id: string;
  is_enabled: boolean;
  key: string;
  passes: string;
  rationale: string;
  remediation: Json | null;
  resource_type: string;
  says_fail: string;
  says_pass: string;
  severity: "critical" | "high" | "medium" | "low" | "informational";
  tenant_id: string;
  title: string;
  universal_controls: string[];
  updated_at: Timestamp;
}

export interface ElementVotes {
  custom_rules: Generated<string[]>;
  element: number;
  evaluated_at: Timestamp;
  found: "pass" | "fail" | "held" | "incomplete";
  integration_id: string;
  is_accepted: Generated<boolean>;
  otherwise: Generated<"pass" | "fail" | "held" | "incomplete">;
  result: Generated<string>;
  scan_id: string;
  tenant_id: string;
  universal_no: number;
}

export interface Evidence {
  collected_at: Timestamp;
  content_type: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: string | null;
  expires_at: Timestamp | null;
  file_name: string;
  file_reference: string;
  id: string;
  scan_id: string | null;
  sha256: string;
  size: Int8;
  tenant_id: string;
  title: string;
  type: "auto" | "manual";
}

export interface EvidenceControls {
  control_no: number;
  evidence_id: string;
  tenant_id: string;
}

export interface ExceptionResources {
  account: string;
  covered_at: Timestamp | null;
  exception_id: string;
  first_seen_at: Timestamp;
  integration_id: string;
  region: string | null;
  resource_id: string;
  resource_key: Generated<string>;
  resource_name: string | null;
  resource_type: string | null;
  tenant_id: string;
}

export interface Exceptions {
  announced_at: Timestamp | null;
  compensating_measure: string | null;
  control_nos: number[];
  decided_at: Timestamp | null;
  decided_by: string | null;
  decision_note: string | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  evidence_ids: string[];
  expires_on: Timestamp;
  id: string;
  integration_id: string | null;
  is_pattern: boolean;
  owner_id: string;
  proposed_at: Timestamp;
  proposed_by: string;
  reason: string;
  resource: string;
  resource_like: string;
  rule_id: string;
  scanner: string;
  status: "proposed" | "approved" | "rejected" | "withdrawn" | "expired";
  tenant_id: string;
  title: string;
}

export interface IdempotencyKeys {
  answer: string | null;
  expires_at: Timestamp;
  fingerprint: string | null;
  id: string;
  key: string;
  lease_expires_at: Timestamp;
  operation: string;
  tenant_id: string;
  user_id: string;
}

export interface Integrations {
  check_reach: Json | null;
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  credentials: string | null;
  error: Json | null;
  id: string;
  import_key: string | null;
  imported_at: Timestamp | null;
  last_scan_at: Timestamp | null;
  name: string;
  scans_completed: Generated<number>;
  status: "connected" | "disconnected" | "error";
  tenant_id: string;
  type: string;
}

export interface Invitations {
  created_at: Timestamp;
  email: string;
  email_key: string;
  expires_at: Timestamp;
  former_hashes: Generated<string[]>;
  id: string;
  invited_by: string | null;
  renewed_at: Timestamp | null;
  role: "admin" | "auditor" | "member";
  status: Generated<"pending" | "accepted" | "revoked" | "expired">;
  tenant_id: string;
  token_hash: string;
}

export interface LoginFailures {
  account: string;
  ends_at: Timestamp;
  failures: number;
}

export interface Mails {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  failed_at: Timestamp | null;
  id: string;
  last_error: string | null;
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  message: string | null;
  next_attempt_at: Generated<Timestamp>;
  reference: string;
  tenant_id: string;
}

export interface Migrations {
  executed_at: Generated<Timestamp>;
  id: Generated<number>;
  name: string;
}

export interface Outbox {
  created_at: Generated<Timestamp>;
  data: Json;
  event: string;
  id: string;
  sequence: Generated<Int8>;
  subject: string;
  tenant_id: string;
}

export interface Postures {
  assurances: Generated<Buffer>;
  statuses: Generated<Buffer>;
  tenant_id: string;
  updated_at: Generated<Timestamp>;
  version: Generated<Int8>;
}

export interface Reports {
  compliance_score: Numeric;
  expires_at: Timestamp;
  failed_controls: number;
  format: "json" | "csv" | "xlsx" | "pdf" | "html";
  framework: string;
  generated_at: Timestamp;
  generated_by: string;
  id: string;
  object_key: string;
  passed_controls: number;
  scan_id: string | null;
  sha256: string;
  size: Int8;
  tenant_id: string;
  total_controls: number;
  type: "compliance_summary" | "gap_analysis" | "executive_summary" | "evidence_collection" | "statement_of_applicability";
}

export interface ScanChecks {
  check_id: string | null;
  check_no: number;
  check_version: string | null;
  control_nos: number[];
  decides: Generated<number[]>;
  integration_id: string;
  is_partial: Generated<boolean>;
  resources_accepted: Generated<number>;
  resources_failed: number;
  resources_passed: number;
  rule_id: string;
  scan_id: string;
  scanner: string;
  severity: string;
  tenant_id: string;
  title: string;
}

export interface ScanFindings {
  account: string | null;
  check_no: number;
  detected_at: Timestamp | null;
  exception_id: string | null;
  finding_no: number;
  region: string | null;
  resource_id: string;
  resource_name: string | null;
  resource_type: string | null;
  scan_id: string;
  summary: string;
  tenant_id: string;
}

export interface ScanResults {
  control_no: number;
  evaluated: boolean;
  evidence_id: string | null;
  finding: string;
  resources_accepted: Generated<number>;
  resources_failed: number;
  resources_passed: number;
  scan_id: string;
  severity: string | null;
  status: "pass" | "fail" | "not_applicable";
  tenant_id: string;
}

export interface Scans {
  attempts: Generated<number>;
  catalogue_version: string;
  completed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  failed_controls: Generated<number>;
  failure_code: string | null;
  failure_message: string | null;
  frameworks: string[];
  gaps: Generated<Json>;
  hipaa_privacy: Generated<boolean>;
  id: string;
  imports: Generated<Json>;
  integration_ids: string[];
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  lease_owner: string | null;
  passed_controls: Generated<number>;
  progress: Json;
  progress_sequence: Generated<number>;
  scores: Json | null;
  sequence: number;
  snapshot: Json | null;
  started_at: Timestamp | null;
  status: "queued" | "running" | "completed" | "failed";
  tenant_id: string;
  total_controls: number;
  trigger: Generated<"manual" | "schedule" | "import">;
  triggered_by: string | null;
}

export interface ScanSchedules {
  created_by: string | null;
  cron: string;
  integration_id: string;
  next_at: Timestamp;
  tenant_id: string;
}

export interface ScopeDecisions {
  control_no: number | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  framework: string;
  id: string;
  kind: "selection" | "exclusion" | "addressable";
  note: string | null;
  outcome: "implemented" | "alternative" | "not_reasonable" | null;
  proposed_at: Timestamp;
  proposed_by: string;
  reason: string;
  review_at: Timestamp;
  selected: string[] | null;
  state: "proposed" | "approved" | "rejected" | "withdrawn";
  tenant_id: string;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
}

export interface ScoreHistory {
  assessment_id: string | null;
  assured_controls: Generated<number>;
  assured_score: Generated<number>;
  at: Timestamp;
  framework: string;
  passed_controls: number;
  posture_version: Int8;
  previous_assured_score: Generated<number>;
  previous_score: number;
  scan_id: string | null;
  score: number;
  tenant_id: string;
  total_controls: number;
}

export interface StatusLedger {
  assessment_id: string | null;
  assurance: Generated<number>;
  changed_at: Timestamp;
  changed_by: string | null;
  control_no: number;
  id: Generated<string>;
  posture_version: Int8 | null;
  previous_assurance: Generated<number>;
  previous_status: string;
  reason: string;
  scan_id: string | null;
  sequence: Generated<Int8>;
  source: "scan" | "assessment" | "scope";
  status: string;
  tenant_id: string;
}

export interface TenantQuotas {
  quota: string;
  tenant_id: string;
  used: number;
  window_ends_at: Timestamp;
}

export interface Tenants {
  created_at: Generated<Timestamp>;
  feature_flags: Generated<Json>;
  frameworks: string[];
  hipaa_privacy: Generated<boolean>;
  id: string;
  license_tier: "STARTER" | "PROFESSIONAL" | "ENTERPRISE";
  name: string;
  rate_limit_per_minute: number | null;
  retention_days: Generated<number>;
  scan_sequence: Generated<number>;
  timezone: Generated<string>;
}

export interface Users {
  created_at: Generated<Timestamp>;
  credentials_changed_at: Generated<Timestamp>;
  email: string;
  email_key: string;
  id: string;
  last_login_at: Timestamp | null;
  mfa_enabled: Generated<boolean>;
  mfa_last_step: Int8 | null;
  mfa_secret: string | null;
  name: string;
  password_hash: string | null;
  recovery_hashes: Generated<string[]>;
  removed_at: Timestamp | null;
  role: "admin" | "auditor" | "member";
  tenant_id: string;
}

export interface WebhookAttempts {
  at: Timestamp;
  delivery_id: string;
  duration_ms: number;
  error: string | null;
  number: number;
  response_excerpt: string | null;
  status_code: number | null;
  tenant_id: string;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  completed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  event: string;
  event_id: string;
  failure: string | null;
  host: string;
  id: string;
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  lease_owner: string | null;
  next_attempt_at: Timestamp | null;
  redelivery_of: string | null;
  status: Generated<"pending" | "delivering" | "delivered" | "failed">;
  tenant_id: string;
  webhook_id: string;
}

export interface Webhooks {
  consecutive_failures: Generated<number>;
  created_at: Timestamp;
  created_by: string;
  disabled_at: Timestamp | null;
  disabled_reason: "admin" | "gone" | "exhausted_deliveries" | "failing_too_long" | null;
  events: string[];
  failing_since: Timestamp | null;
  host: string;
  id: string;
  last_delivery_at: Timestamp | null;
  last_status_code: number | null;
  previous_secret: string | null;
  previous_secret_until: Timestamp | null;
  secret: string;
  status: Generated<"active" | "disabled">;
  tenant_id: string;
  updated_at: Timestamp;
  url: string;
}

export interface WorkLeases {
  expires_at: Timestamp;
  holder: string;
  name: string;
}

/** Every table by name, for `Kysely<Tables>`. */
export interface Tables {
  api_keys: ApiKeys;
  assessments: Assessments;
  audit_log: AuditLog;
  catalogue_controls: CatalogueControls;
  catalogue_universal_controls: CatalogueUniversalControls;
  catalogue_versions: CatalogueVersions;
  custom_checks: CustomChecks;
  element_votes: ElementVotes;
  evidence: Evidence;
  evidence_controls: EvidenceControls;
  exception_resources: ExceptionResources;
  exceptions: Exceptions;
  idempotency_keys: IdempotencyKeys;
  integrations: Integrations;
  invitations: Invitations;
  login_failures: LoginFailures;
  mails: Mails;
  migrations: Migrations;
  outbox: Outbox;
  postures: Postures;
  reports: Reports;
  scan_checks: ScanChecks;
  scan_findings: ScanFindings;
  scan_results: ScanResults;
  scan_schedules: ScanSchedules;
  scans: Scans;
  scope_decisions: ScopeDecisions;
  score_history: ScoreHistory;
  status_ledger: StatusLedger;
  tenant_quotas: TenantQuotas;
  tenants: Tenants;
  users: Users;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  work_leases: WorkLeases;
}
