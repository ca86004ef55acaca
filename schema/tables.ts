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

export interface Accounts {
  created_at: Timestamp;
  credentials_changed_at: Timestamp;
  email: string;
  email_key: string;
  id: string;
  language: "en" | "de" | null;
  mfa_enabled: Generated<boolean>;
  mfa_last_step: Int8 | null;
  mfa_secret: string | null;
  password_hash: string | null;
  password_reset_expires_at: Timestamp | null;
  password_reset_hash: string | null;
  recovery_hashes: Generated<string[]>;
}

export interface ApiKeyAddresses {
  address: string;
  api_key_id: string;
  first_used_at: Timestamp;
  tenant_id: string;
}

export interface ApiKeys {
  created_at: Timestamp;
  expires_at: Timestamp;
  hash: string;
  id: string;
  key_id: string;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  scopes: string[];
  service_account_id: string;
  tenant_id: string;
  user_id: string;
}

export interface AssessmentNotices {
  assessment_id: string;
  subject: string;
  tenant_id: string;
  told_at: Timestamp;
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

export interface AuditHeads {
  at: Timestamp;
  note: string;
  size: Int8;
  subtrees: string[];
  tenant_id: string;
}

export interface AuditLog {
  action: string;
  actor_id: string | null;
  actor_type: "user" | "api_key" | "system" | "operator" | "identity_provider" | "auditor_link";
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
  user_agent: string | null;
}

export interface AuditorComments {
  answer: string | null;
  answer_evidence_ids: Generated<string[]>;
  answered_at: Timestamp | null;
  answered_by: string | null;
  control_no: number | null;
  created_at: Timestamp;
  id: string;
  kind: "comment" | "request";
  link_id: string;
  tenant_id: string;
  text: string;
}

export interface AuditorLinks {
  created_at: Timestamp;
  created_by: string;
  expires_at: Timestamp;
  framework: string;
  hash: string;
  id: string;
  label: string;
  last_used_at: Timestamp | null;
  period_from: Timestamp;
  period_to: Timestamp;
  revoked_at: Timestamp | null;
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

export interface DecidedContents {
  content: string;
  no: Int8;
}

export interface ElementVotes {
  custom_rules: Generated<string[]>;
  element: number;
  evaluated_at: Timestamp;
  found: "pass" | "fail" | "held" | "supported" | "incomplete";
  integration_id: string;
  is_accepted: Generated<boolean>;
  otherwise: Generated<"pass" | "fail" | "held" | "supported" | "incomplete">;
  result: Generated<string>;
  scan_id: string;
  tenant_id: string;
  universal_no: number;
}

export interface EmailDomains {
  checked_at: Timestamp | null;
  created_at: Timestamp;
  created_by: string | null;
  domain: string;
  id: string;
  missing_since: Timestamp | null;
  tenant_id: string;
  token: string;
  verified_at: Timestamp | null;
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
  created_at: Timestamp;
  evidence_id: string;
  linked_at: Timestamp | null;
  linked_by: string | null;
  part_id: string | null;
  part_offset: Int8 | null;
  part_sha256: string | null;
  part_size: number | null;
  tenant_id: string;
  type: string;
}

export interface EvidenceUniversalControls {
  evidence_id: string;
  linked_at: Timestamp;
  linked_by: string;
  shown_id: string;
  tenant_id: string;
  universal_no: number;
}

export interface EvidenceVersions {
  document_id: string;
  evidence_id: string;
  is_current: boolean;
  tenant_id: string;
  version: number;
}

export interface EvidenceWithdrawals {
  evidence_id: string;
  purged_at: Timestamp | null;
  reason: string;
  reason_code: "personal_data" | "secret" | "confidential" | "wrong_file" | "outdated" | "other";
  restorable_until: Timestamp;
  tenant_id: string;
  withdrawn_at: Timestamp;
  withdrawn_by: string;
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
  ended_at: Timestamp | null;
  ended_by: string | null;
  evidence_ids: string[];
  expires_on: Timestamp;
  id: string;
  integration_id: string | null;
  is_pattern: boolean;
  note: string | null;
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

export interface FederatedIdentities {
  connection_id: string;
  id: string;
  issuer: string;
  last_login_at: Timestamp;
  linked_at: Timestamp;
  subject: string;
  tenant_id: string;
  user_id: string;
}

export interface FindingArrivals {
  arrival_no: number;
  check_no: number;
  integration_id: string;
  resource_no: number;
  scan_id: string;
  severity: number;
  status: string;
  summary: string;
  tenant_id: string;
}

export interface FindingChecks {
  check_id: string | null;
  check_no: number;
  control_nos: number[];
  rule_id: string;
  rule_key: Generated<string>;
  scanner: string;
  severity: string;
  tenant_id: string;
  title: string;
}

export interface FindingCounts {
  check_no: number;
  findings: number;
  integration_id: string;
  severity: number;
  status: string;
  tenant_id: string;
}

export interface Findings {
  check_no: number;
  copy_no: number;
  first_seen_at: Timestamp;
  integration_id: string;
  last_seen_at: Timestamp | null;
  resource_no: number;
  severity: number;
  since_scan: number;
  status: "fail" | "pass" | "not_applicable" | "unknown";
  summary: string;
  tenant_id: string;
  until_scan: number | null;
}

export interface FindingScans {
  counts_failing: Generated<boolean>;
  findings: number;
  integration_id: string;
  is_whole: boolean;
  scan_id: string;
  scan_no: number;
  seen_at: Timestamp;
  tenant_id: string;
}

export interface GroupRoles {
  group_key: string;
  group_name: string;
  role: "admin" | "auditor" | "member";
  tenant_id: string;
}

export interface IdempotencyKeys {
  answer: string | null;
  effect: string | null;
  expires_at: Timestamp;
  fingerprint: string | null;
  id: string;
  key: string;
  lease_expires_at: Timestamp;
  operation: string;
  tenant_id: string;
  user_id: string;
}

export interface IdentityConnections {
  allows_unsolicited: Generated<boolean>;
  break_glass_user_id: string | null;
  certificates: Generated<string[]>;
  client_id: string | null;
  client_secret: string | null;
  created_at: Timestamp;
  creates_members: Generated<boolean>;
  group_claim: string | null;
  id: string;
  is_enforced: Generated<boolean>;
  issuer: string;
  kind: "oidc" | "saml";
  name: string;
  requires_group: Generated<boolean>;
  sign_on_url: string | null;
  status: "draft" | "tested" | "active";
  tenant_id: string;
  test_result: Json | null;
  trusts_email: Generated<boolean>;
}

export interface IdentityProviders {
  created_at: Timestamp;
  id: string;
  kind: "scim" | "oidc" | "saml";
  name: string;
  tenant_id: string;
}

export interface Integrations {
  check_reach: Json | null;
  config: Generated<Json>;
  created_at: Generated<Timestamp>;
  credentials: string | null;
  disconnected_at: Timestamp | null;
  error: Json | null;
  id: string;
  identity: Json | null;
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

export interface ListCounts {
  list: string;
  rows: Int8;
  subset: string;
  tenant_id: string;
}

export interface LoginFailures {
  account: string;
  ends_at: Timestamp;
  failures: number;
  subject: string | null;
}

export interface LoginOrigins {
  account: string;
  last_login_at: Timestamp;
  subject: string;
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
  traceparent: Generated<string | null>;
}

export interface Migrations {
  executed_at: Generated<Timestamp>;
  id: Generated<number>;
  name: string;
}

export interface NotificationMessages {
  batch_id: string;
  completed_at: Timestamp | null;
  created_at: Timestamp;
  delivery_id: string | null;
  error: string | null;
  event_count: number;
  events: string[];
  id: string;
  is_test: boolean;
  rule_id: string;
  status: "queued" | "sent" | "failed";
  tenant_id: string;
  user_id: string | null;
}

export interface NotificationRules {
  created_at: Timestamp;
  created_by: string;
  delivery: "at_once" | "digest";
  digest_hour: number | null;
  events: string[];
  frameworks: string[];
  id: string;
  member_ids: Generated<string[]>;
  name: string;
  next_at: Timestamp | null;
  owner_id: string | null;
  pause_reason: "person" | "unsubscribed" | "no_receiver" | null;
  paused_at: Timestamp | null;
  quiet_from: string | null;
  quiet_to: string | null;
  score_points: number;
  tenant_id: string;
  timezone: string | null;
  updated_at: Timestamp;
  webhook_id: string | null;
}

export interface Notifications {
  batch_id: string | null;
  batched_at: Timestamp | null;
  data: Json;
  event: string;
  id: Generated<string>;
  occurred_at: Timestamp;
  rule_id: string;
  sequence: Generated<Int8>;
  subject: string;
  tenant_id: string;
}

export interface Outbox {
  created_at: Generated<Timestamp>;
  data: Json;
  event: string;
  id: string;
  sequence: Generated<Int8>;
  subject: string;
  tenant_id: string;
  traceparent: Generated<string | null>;
}

export interface PasskeyChallenges {
  challenge_hash: string;
  expires_at: Timestamp;
  purpose: "registration" | "login" | "step_up";
  session_id: string | null;
}

export interface Passkeys {
  account_id: string;
  created_at: Timestamp;
  credential_hash: string;
  credential_id: string;
  id: string;
  is_backed_up: boolean;
  is_backup_eligible: boolean;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  sign_count: Int8;
  transports: string[];
}

export interface Postures {
  assurances: Generated<Buffer>;
  decided_content: string | null;
  statuses: Generated<Buffer>;
  tenant_id: string;
  updated_at: Generated<Timestamp>;
  version: Generated<Int8>;
}

export interface Reports {
  as_of: Timestamp | null;
  assured_controls: number | null;
  assured_score: Numeric | null;
  compliance_score: Numeric;
  expires_at: Timestamp;
  failed_controls: number;
  format: "json" | "csv" | "xlsx" | "pdf" | "html" | "zip";
  framework: string;
  framework_version: string | null;
  generated_at: Timestamp;
  generated_by: string;
  id: string;
  language: Generated<"en" | "de">;
  moment: Generated<"now" | "scan" | "as_of">;
  object_key: string;
  passed_controls: number;
  period_from: Timestamp | null;
  scan_id: string | null;
  schedule_id: string | null;
  sha256: string;
  size: Int8;
  tenant_id: string;
  total_controls: number;
  type: "compliance_summary" | "gap_analysis" | "executive_summary" | "evidence_collection" | "statement_of_applicability" | "audit_package";
}

export interface ReportSchedules {
  attempts: Generated<number>;
  claimed_until: Timestamp | null;
  created_at: Timestamp;
  created_by: string;
  cron: string;
  failed_at: Timestamp | null;
  failure: string | null;
  format: string;
  framework: string;
  id: string;
  language: Generated<"en" | "de">;
  next_at: Timestamp;
  paused_at: Timestamp | null;
  tenant_id: string;
  type: string;
}

export interface Resources {
  account: string;
  failing: Generated<number>;
  first_seen_at: Timestamp;
  integration_id: string;
  name: string | null;
  region: string | null;
  resource_id: string;
  resource_key: Generated<string>;
  resource_no: number;
  tenant_id: string;
  type: string | null;
}

export interface SavedViews {
  created_at: Timestamp;
  filter: Json;
  id: string;
  list: "findings" | "resources" | "work_items";
  name: string;
  tenant_id: string;
  user_id: string;
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
  scan_sequence: number;
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
  traceparent: Generated<string | null>;
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

export interface ScimGroupMembers {
  group_id: string;
  tenant_id: string;
  user_id: string;
}

export interface ScimGroups {
  created_at: Timestamp;
  display_name: string;
  external_id: string | null;
  group_key: string;
  id: string;
  tenant_id: string;
  updated_at: Timestamp;
}

export interface ScimTokenAddresses {
  address: string;
  first_used_at: Timestamp;
  scim_token_id: string;
  tenant_id: string;
}

export interface ScimTokens {
  created_at: Timestamp;
  created_by: string;
  hash: string;
  id: string;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  tenant_id: string;
  token_id: string;
}

export interface ScimUsers {
  attributes: Json;
  created_at: Timestamp;
  external_id: string | null;
  tenant_id: string;
  updated_at: Timestamp;
  user_id: string;
  user_name: string;
  user_name_key: string;
}

export interface ScopeDecisions {
  control_no: number | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  framework: string;
  id: string;
  kind: "selection" | "exclusion" | "addressable" | "inclusion" | "partly_implemented";
  note: string | null;
  outcome: "implemented" | "alternative" | "not_reasonable" | null;
  proposed_at: Timestamp;
  proposed_by: string;
  reason: string;
  review_at: Timestamp;
  selected: string[] | null;
  status: "proposed" | "approved" | "rejected" | "withdrawn";
  tenant_id: string;
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

export interface SecurityEventDestinations {
  address: string;
  created_at: Timestamp;
  created_by: string;
  credentials: string | null;
  cursor_sequence: Int8;
  failures: Generated<number>;
  id: string;
  is_paused: Generated<boolean>;
  kind: "https" | "syslog" | "s3";
  last_error: string | null;
  last_error_at: Timestamp | null;
  last_success_at: Timestamp | null;
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  next_attempt_at: Timestamp | null;
  settings: Generated<Json>;
  tenant_id: string;
  updated_at: Timestamp;
}

export interface SecurityEvents {
  actor_id: string | null;
  actor_type: "user" | "api_key" | "system" | "operator" | "identity_provider" | "auditor_link" | "anonymous";
  address: string | null;
  api_key_id: string | null;
  at: Timestamp;
  count: Generated<number>;
  details: Json | null;
  id: Generated<string>;
  kind: string;
  outcome: "success" | "failure";
  request_id: string | null;
  resource_id: string | null;
  resource_type: string | null;
  sequence: Int8;
  session_id: string | null;
  tenant_id: string;
  user_agent: string | null;
  user_id: string | null;
}

export interface ServiceAccounts {
  created_at: Timestamp;
  created_by: string;
  default_of: string | null;
  disabled_at: Timestamp | null;
  id: string;
  name: string;
  responsible_id: string;
  role: "admin" | "auditor" | "member" | null;
  tenant_id: string;
}

export interface Sessions {
  address: string | null;
  authenticated_at: Timestamp | null;
  authenticated_by: "account" | "provider";
  created_at: Timestamp;
  end_reason: "logged_out" | "ended" | "password_changed" | "mfa_changed" | "member_removed" | "token_reused" | "switched" | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  ends_at: Timestamp | null;
  expires_at: Timestamp;
  has_passkey_proof: Generated<boolean>;
  id: string;
  kind: "token" | "browser";
  last_used_at: Timestamp;
  refresh_family: string | null;
  refresh_hash: string | null;
  refresh_previous: string | null;
  refreshed_at: Timestamp | null;
  tenant_id: string;
  user_agent: string | null;
  user_id: string;
}

export interface SignOnAttempts {
  answered_at: Timestamp | null;
  connection_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: string;
  outcome: string | null;
  purpose: "login" | "test" | "step_up";
  session_id: string | null;
  state_hash: string;
  tenant_id: string;
  user_id: string | null;
}

export interface StatusLedger {
  assessment_id: string | null;
  assurance: Generated<number>;
  cause: "resource_changed" | "check_changed" | "mapping_changed" | "scope_changed" | "judgement" | "exception" | "connection" | "setting_changed" | null;
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

export interface StorageReservations {
  bytes: Int8;
  created_at: Generated<Timestamp>;
  id: string;
  tenant_id: string;
}

export interface StorageUsage {
  audit_bytes: Generated<Int8>;
  bytes: Int8;
  files: number;
  import_bytes: Generated<Int8>;
  scan_bytes: Generated<Int8>;
  tenant_id: string;
}

export interface StoredObjects {
  bytes: Int8;
  created_at: Generated<Timestamp>;
  key: string;
  kind: "scans" | "imports" | "audit";
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
  default_role: Generated<"admin" | "auditor" | "member">;
  external_id: Generated<string>;
  frameworks: string[];
  hipaa_privacy: Generated<boolean>;
  id: string;
  license_tier: "STARTER" | "PROFESSIONAL" | "ENTERPRISE";
  mfa_required_from: Timestamp | null;
  name: string;
  partial_assessments: Generated<"pass" | "contribute">;
  rate_limit_per_minute: number | null;
  retention_days: Generated<number>;
  scan_sequence: Generated<number>;
  suspended_at: Timestamp | null;
  suspension_reason: string | null;
  timezone: Generated<string>;
}

export interface Tickets {
  agreed_state: string;
  created_at: Timestamp;
  created_by: string;
  error: string | null;
  failures: Generated<number>;
  id: string;
  key: string | null;
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  next_at: Timestamp | null;
  read_at: Timestamp | null;
  state_name: string | null;
  status: "waiting" | "linked" | "failed" | "gone";
  subject: string | null;
  tenant_id: string;
  tracker_id: string;
  tracker_state: "open" | "in_progress" | "done" | "dropped" | null;
  url: string | null;
  work_item_id: string;
}

export interface TicketTrackers {
  address: string;
  created_at: Timestamp;
  created_by: string;
  email: string | null;
  failures: Generated<number>;
  hook_secret: string;
  id: string;
  identity: string | null;
  is_cloud: boolean;
  issue_type: string | null;
  kind: "jira" | "github";
  last_error: string | null;
  last_error_at: Timestamp | null;
  lease_expires_at: Timestamp | null;
  lease_number: Generated<number>;
  name: string;
  next_at: Timestamp;
  project: string;
  read_at: Timestamp;
  tenant_id: string;
  token: string | null;
  updated_at: Timestamp;
}

export interface UsedAssertions {
  assertion_hash: string;
  connection_id: string;
  expires_at: Timestamp;
  tenant_id: string;
}

export interface Users {
  account_id: string | null;
  created_at: Generated<Timestamp>;
  credentials_changed_at: Generated<Timestamp>;
  email: string;
  email_key: string;
  has_password: Generated<boolean>;
  id: string;
  is_provider_only: Generated<boolean>;
  language: "en" | "de" | null;
  last_login_at: Timestamp | null;
  managed_by: string | null;
  mfa_enabled: Generated<boolean>;
  name: string;
  passkey_count: Generated<number>;
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
  traceparent: Generated<string | null>;
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
  format: Generated<"json" | "slack" | "teams">;
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

export interface WorkItemComments {
  author_id: string;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  edited_at: Timestamp | null;
  id: string;
  mentioned_ids: string[];
  tenant_id: string;
  text: string | null;
  work_item_id: string;
}

export interface WorkItems {
  changed_at: Timestamp;
  changed_by: string | null;
  check_id: string | null;
  control_no: number | null;
  created_at: Timestamp;
  created_by: string;
  due_on: Timestamp | null;
  exception_id: string | null;
  finding_check_no: number | null;
  finding_copy_no: number | null;
  finding_resource_no: number | null;
  id: string;
  owner_id: string | null;
  state: "open" | "in_progress" | "done" | "dropped";
  tenant_id: string;
  title: string;
}

export interface WorkLeases {
  expires_at: Timestamp;
  holder: string;
  name: string;
}

/** Every table by name, for `Kysely<Tables>`. */
export interface Tables {
  accounts: Accounts;
  api_key_addresses: ApiKeyAddresses;
  api_keys: ApiKeys;
  assessment_notices: AssessmentNotices;
  assessments: Assessments;
  audit_heads: AuditHeads;
  audit_log: AuditLog;
  auditor_comments: AuditorComments;
  auditor_links: AuditorLinks;
  catalogue_controls: CatalogueControls;
  catalogue_universal_controls: CatalogueUniversalControls;
  catalogue_versions: CatalogueVersions;
  custom_checks: CustomChecks;
  decided_contents: DecidedContents;
  element_votes: ElementVotes;
  email_domains: EmailDomains;
  evidence: Evidence;
  evidence_controls: EvidenceControls;
  evidence_universal_controls: EvidenceUniversalControls;
  evidence_versions: EvidenceVersions;
  evidence_withdrawals: EvidenceWithdrawals;
  exception_resources: ExceptionResources;
  exceptions: Exceptions;
  federated_identities: FederatedIdentities;
  finding_arrivals: FindingArrivals;
  finding_checks: FindingChecks;
  finding_counts: FindingCounts;
  finding_scans: FindingScans;
  findings: Findings;
  group_roles: GroupRoles;
  idempotency_keys: IdempotencyKeys;
  identity_connections: IdentityConnections;
  identity_providers: IdentityProviders;
  integrations: Integrations;
  invitations: Invitations;
  list_counts: ListCounts;
  login_failures: LoginFailures;
  login_origins: LoginOrigins;
  mails: Mails;
  migrations: Migrations;
  notification_messages: NotificationMessages;
  notification_rules: NotificationRules;
  notifications: Notifications;
  outbox: Outbox;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  postures: Postures;
  report_schedules: ReportSchedules;
  reports: Reports;
  resources: Resources;
  saved_views: SavedViews;
  scan_checks: ScanChecks;
  scan_findings: ScanFindings;
  scan_results: ScanResults;
  scan_schedules: ScanSchedules;
  scans: Scans;
  scim_group_members: ScimGroupMembers;
  scim_groups: ScimGroups;
  scim_token_addresses: ScimTokenAddresses;
  scim_tokens: ScimTokens;
  scim_users: ScimUsers;
  scope_decisions: ScopeDecisions;
  score_history: ScoreHistory;
  security_event_destinations: SecurityEventDestinations;
  security_events: SecurityEvents;
  service_accounts: ServiceAccounts;
  sessions: Sessions;
  sign_on_attempts: SignOnAttempts;
  status_ledger: StatusLedger;
  storage_reservations: StorageReservations;
  storage_usage: StorageUsage;
  stored_objects: StoredObjects;
  tenant_quotas: TenantQuotas;
  tenants: Tenants;
  ticket_trackers: TicketTrackers;
  tickets: Tickets;
  used_assertions: UsedAssertions;
  users: Users;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  work_item_comments: WorkItemComments;
  work_items: WorkItems;
  work_leases: WorkLeases;
}
