import { vacuum } from '../support/vacuum.js';
import type { TestService, TestTenant } from '../support/service.js';

/** Tables that `growRows` fills. */
const GROWN = [
  'audit_heads',
  'exceptions',
  'findings',
  'notification_messages',
  'reports',
  'resources',
  'scans',
  'scope_decisions',
  'security_events',
  'webhook_deliveries',
  'work_item_comments',
  'work_items',
] as const;

/** Ids that the rows of a tenant refer to, and by which the reads narrow them. */
export interface Grown {
  webhookId: string;
  userId: string;
  /** Of the rule whose log grows. */
  ruleId: string;
  /** Of the work item whose comments grow. */
  workItemId: string;
  /** Of the integration that has the resources. */
  integrationId: string;
}

/** A moment for each row, one a minute. */
const AT = `timestamptz '2025-01-01' + n * interval '1 minute'`;
const ID = (kind: string) => `('${kind}' || lpad(to_hex(n), 8, '0'))::uuid`;
const kindOf = (kind: number) => `0000000${kind.toString(16)}-0000-4000-8000-0000`;

const ROWS: Readonly<Record<(typeof GROWN)[number], string>> = {
  scans: `insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, created_at, started_at,
      completed_at, total_controls, progress, trigger, failure_code)
    select ${ID(kindOf(1))}, $1, n, case when n % 50 = 0 then 'failed' else 'completed' end, '{}', array['soc2', 'hipaa'], 'v', ${AT}, ${AT},
      ${AT}, 1, '{"percent": 100, "controlsDone": 1, "controlsTotal": 1, "currentIntegration": null, "findings": 1}',
      case when n % 100 = 0 then 'import' else 'schedule' end, case when n % 50 = 0 then 'CANCELLED' end`,
  security_events: `insert into security_events (tenant_id, sequence, at, kind, outcome, actor_type, user_id, address)
    select $1, top.event + n, ${AT}, case when n % 100 = 0 then 'auth.login_failed' else 'report.downloaded' end,
      case when n % 100 = 0 then 'failure' else 'success' end, 'user', case when n % 100 = 0 then $2::uuid end,
      case when n % 100 = 0 then '192.0.2.7' else '192.0.2.1' end`,
  exceptions: `insert into exceptions (id, tenant_id, scanner, rule_id, title, control_nos, resource, is_pattern, resource_like, reason,
      evidence_ids, owner_id, expires_on, status, proposed_by, proposed_at, decided_at, ended_at)
    select ${ID(kindOf(4))}, $1, 'prowler', 'rule_' || n % 100, 'Rule', array[1], 'r-' || n, false, 'r-' || n, 'x', '{}', $2, date '2020-01-01',
      case when n % 100 = 0 then 'rejected' else 'expired' end, $2, ${AT}, ${AT}, ${AT}`,
  webhook_deliveries: `insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event, body, host, status, created_at, completed_at)
    select ${ID(kindOf(5))}, $1, $3, ${ID(kindOf(6))}, 'scan.completed', '{}', 'hooks.example.com',
      case when n % 100 = 0 then 'failed' else 'delivered' end, ${AT}, ${AT}`,
  audit_heads: `insert into audit_heads (tenant_id, size, at, note, subtrees) select $1, 1000000 + n, ${AT}, 'A note', '{}'`,
  notification_messages: `insert into notification_messages (id, tenant_id, rule_id, batch_id, user_id, is_test, events, event_count, status,
      created_at, completed_at)
    select ${ID(kindOf(7))}, $1, $4, ${ID(kindOf(7))}, $2, false, '{scan_failed}', 1, 'sent', ${AT}, ${AT}`,
  reports: `insert into reports (id, tenant_id, type, format, framework, compliance_score, total_controls, passed_controls, failed_controls,
      object_key, size, sha256, generated_at, generated_by, expires_at, as_of, framework_version)
    select ${ID(kindOf(8))}, $1, 'gap_analysis', 'json', 'soc2', 0, 1, 0, 1, $1 || '/reports/' || n, 1, repeat('0', 64), ${AT}, $2,
      ${AT} + interval '9 years', ${AT}, '1'`,
  resources: `insert into resources (tenant_id, resource_no, integration_id, account, resource_id, first_seen_at, failing)
    select $1, n, $6, 'a', 'r-' || n, ${AT}, 1`,
  findings: `insert into findings (tenant_id, integration_id, resource_no, check_no, copy_no, since_scan, severity, status, first_seen_at, summary)
    select $1, $6, n, 1, 0, 1, 0, 'fail', ${AT}, 'x'`,
  scope_decisions: `insert into scope_decisions (id, tenant_id, framework, kind, control_no, reason, status, review_at, proposed_by, proposed_at,
      decided_by, decided_at)
    select ${ID(kindOf(9))}, $1, 'soc2', 'exclusion', control.no, 'x', 'rejected', ${AT}, $2, ${AT}, $2, ${AT}`,
  work_items: `insert into work_items (id, tenant_id, title, control_no, due_on, state, created_by, created_at, changed_by, changed_at)
    select ${ID(kindOf(10))}, $1, 'Do it', control.no, (${AT})::date, case when n % 100 = 0 then 'open' else 'done' end, $2, ${AT}, $2, ${AT}`,
  work_item_comments: `insert into work_item_comments (id, tenant_id, work_item_id, text, mentioned_ids, author_id, created_at)
    select ${ID(kindOf(11))}, $1, $5, 'x', '{}', $2, ${AT}`,
};

/** Of each: a row for each number of the range; one of a hundred is of another kind, state or person. */
export async function growRows(service: TestService, tenant: TestTenant, grown: Grown, from: number, to: number) {
  const { database } = service;
  for (const text of Object.values(ROWS)) {
    await database.query(
      `${text} from generate_series($7::int, $8::int) n
       cross join (select coalesce(max(sequence), 0) - ($7::int - 1) as event from security_events where tenant_id = $1) top
       cross join (select c.no from catalogue_controls c where c.framework = 'soc2' order by c.no limit 1) control
       where num_nonnulls($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid) = 6`,
      [tenant.tenantId, grown.userId, grown.webhookId, grown.ruleId, grown.workItemId, grown.integrationId, from, to],
    );
  }
  await vacuum(database, ...GROWN);
}
