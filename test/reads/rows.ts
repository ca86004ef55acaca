import { vacuum } from '../support/vacuum.js';
import type { TestService, TestTenant } from '../support/service.js';

/** Tables that `growRows` fills. */
const GROWN = ['exceptions', 'scans', 'security_events', 'webhook_deliveries'] as const;

/** Ids that the rows of a tenant refer to, and by which the reads narrow them. */
export interface Grown {
  webhookId: string;
  userId: string;
}

/** A moment for each row, one a minute. */
const AT = `timestamptz '2025-01-01' + n * interval '1 minute'`;
const ID = (kind: string) => `('${kind}' || lpad(to_hex(n), 8, '0'))::uuid`;
const kindOf = (digit: number) => `0000000${digit}-0000-4000-8000-0000`;

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
};

/** Of each: a row for each number of the range; one of a hundred is of another kind, state or person. */
export async function growRows(service: TestService, tenant: TestTenant, grown: Grown, from: number, to: number) {
  const { database } = service;
  for (const text of Object.values(ROWS)) {
    await database.query(
      `${text} from generate_series($4::int, $5::int) n
       cross join (select coalesce(max(sequence), 0) - ($4::int - 1) as event from security_events where tenant_id = $1) top
       where $1::uuid is not null and $2::uuid is not null and $3::uuid is not null`,
      [tenant.tenantId, grown.userId, grown.webhookId, from, to],
    );
  }
  await vacuum(database, ...GROWN);
}
