import type { ReportedResource, Scanner, Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Lets one scan of a tenant at a time store findings, until the transaction ends: it numbers resources and checks. */
export const lockFindings = statement({
  name: 'finding_state.lock',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended(${`findings of ${tenantId}`}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/** Those of some integrations of which no later scan has been stored. */
export const openIntegrations = statement({
  name: 'finding_state.open_integrations',
  row: { id: 'uuid' },
  text: ({
    tenantId,
    scanId,
    integrationIds,
  }: {
    tenantId: string;
    scanId: string;
    integrationIds: readonly string[];
  }) => sql`
    select i.id from integrations i
    join scans s on s.tenant_id = i.tenant_id and s.id = ${scanId}
    where i.tenant_id = ${tenantId} and i.id = any(${integrationIds}::uuid[])
      and not exists (
        select from finding_scans f
        join scans later on later.tenant_id = f.tenant_id and later.id = f.scan_id
        where f.tenant_id = i.tenant_id and f.integration_id = i.id and later.sequence > s.sequence
      )`,
  samples: [{ tenantId: '', scanId: '', integrationIds: [] }],
});

/** A resource of an integration as a scan found it. */
export interface ArrivingResource extends ReportedResource {
  integrationId: string;
  account: string;
}

/**
 * Numbers of resources, by their position from 0: those that are new get the next ones; what is known gets its new name, type and
 * region.
 */
export const placeResources = statement({
  name: 'finding_state.place_resources',
  row: { position: 'int4', resourceNo: 'int4' },
  text: ({ tenantId, resources, at }: { tenantId: string; resources: readonly ArrivingResource[]; at: Date }) => {
    const column = <T>(pick: (resource: ArrivingResource) => T) => resources.map(pick);
    return sql`
      with given as (
        select g.*, md5(g.account || chr(10) || g.id)::uuid as key
        from unnest(
          ${resources.map((_, position) => position)}::int[], ${column((each) => each.integrationId)}::uuid[],
          ${column((each) => each.account)}::text[], ${column((each) => each.id)}::text[],
          ${column((each) => each.name)}::text[], ${column((each) => each.type)}::text[],
          ${column((each) => each.region)}::text[]
        ) as g (position, integration_id, account, id, name, type, region)
      ),
      known as (
        select g.*, r.resource_no, (r.name, r.type, r.region) is distinct from (g.name, g.type, g.region) as is_changed
        from given g
        join resources r on r.tenant_id = ${tenantId} and r.integration_id = g.integration_id and r.resource_key = g.key
      ),
      changed as (
        update resources r set name = k.name, type = k.type, region = k.region from known k
        where k.is_changed and r.tenant_id = ${tenantId} and r.resource_no = k.resource_no
      ),
      last as (select coalesce(max(resource_no), 0) as no from resources where tenant_id = ${tenantId}),
      added as (
        insert into resources (tenant_id, resource_no, integration_id, account, resource_id, name, type, region, first_seen_at)
        select ${tenantId}, last.no + row_number() over (order by g.position), g.integration_id, g.account, g.id, g.name, g.type,
          g.region, ${at}
        from given g cross join last where g.position not in (select position from known)
        returning resource_no, integration_id, resource_key
      )
      select position, resource_no as "resourceNo" from known
      union all
      select g.position, a.resource_no from added a
      join given g on g.integration_id = a.integration_id and g.key = a.resource_key`;
  },
  samples: [{ tenantId: '', resources: [], at: new Date(0) }],
});

/** A rule as a scan names it. */
export interface ArrivingRule {
  scanner: Scanner;
  ruleId: string;
  /** Of the catalogue or the tenant; null where neither knows the rule. */
  checkId: string | null;
  title: string;
  severity: Severity;
  /** Of a rule that is not known: the controls that its findings name. */
  controlNos: readonly number[];
}

/** Numbers of rules, by their position from 0: those that are new get the next ones, the others get their new properties. */
export const placeRules = statement({
  name: 'finding_state.place_rules',
  row: { position: 'int4', checkNo: 'int4' },
  text: ({ tenantId, rules }: { tenantId: string; rules: readonly ArrivingRule[] }) => {
    const column = <T>(pick: (rule: ArrivingRule) => T) => rules.map(pick);
    return sql`
      with given as (
        select g.position, g.scanner, g.rule_id, g.check_id, g.title, g.severity,
          array(select jsonb_array_elements_text(g.controls::jsonb)::int) as control_nos,
          md5(g.scanner || chr(10) || g.rule_id)::uuid as key
        from unnest(
          ${rules.map((_, position) => position)}::int[], ${column((each) => each.scanner)}::text[],
          ${column((each) => each.ruleId)}::text[], ${column((each) => each.checkId)}::text[],
          ${column((each) => each.title)}::text[], ${column((each) => each.severity)}::text[],
          ${column((each) => JSON.stringify(each.controlNos))}::text[]
        ) as g (position, scanner, rule_id, check_id, title, severity, controls)
      ),
      known as (
        select g.*, c.check_no,
          (c.check_id, c.title, c.severity, c.control_nos) is distinct from (g.check_id, g.title, g.severity, g.control_nos)
            as is_changed
        from given g join finding_checks c on c.tenant_id = ${tenantId} and c.rule_key = g.key
      ),
      changed as (
        update finding_checks c
          set check_id = k.check_id, title = k.title, severity = k.severity, control_nos = k.control_nos
        from known k where k.is_changed and c.tenant_id = ${tenantId} and c.check_no = k.check_no
      ),
      last as (select coalesce(max(check_no), 0) as no from finding_checks where tenant_id = ${tenantId}),
      added as (
        insert into finding_checks (tenant_id, check_no, scanner, rule_id, check_id, title, severity, control_nos)
        select ${tenantId}, last.no + row_number() over (order by g.position), g.scanner, g.rule_id, g.check_id, g.title,
          g.severity, g.control_nos
        from given g cross join last where g.position not in (select position from known)
        returning check_no, rule_key
      )
      select position, check_no as "checkNo" from known
      union all
      select g.position, a.check_no from added a join given g on g.key = a.rule_key`;
  },
  samples: [{ tenantId: '', rules: [] }],
});

/** A finding of a scan by the numbers of its resource and its check. */
export interface Arrival {
  no: number;
  integrationId: string;
  resourceNo: number;
  checkNo: number;
  /** Position in the list of severities. */
  severity: number;
  status: string;
  summary: string;
}

interface ScanKey {
  id: string;
  tenantId: string;
}

const SAMPLE_SCAN: ScanKey = { id: '', tenantId: '' };

/** Inserts some of the findings of a scan, which its transaction merges. */
export const insertArrivals = statement({
  name: 'finding_state.insert_arrivals',
  row: { inserted: 'int4' },
  text: ({ scan, arrivals }: { scan: ScanKey; arrivals: readonly Arrival[] }) => {
    const column = <T>(pick: (arrival: Arrival) => T) => arrivals.map(pick);
    return sql`
      insert into finding_arrivals (tenant_id, scan_id, arrival_no, integration_id, resource_no, check_no, severity, status, summary)
      select ${scan.tenantId}, ${scan.id}, *
      from unnest(
        ${column((each) => each.no)}::int[], ${column((each) => each.integrationId)}::uuid[],
        ${column((each) => each.resourceNo)}::int[], ${column((each) => each.checkNo)}::int[],
        ${column((each) => each.severity)}::smallint[], ${column((each) => each.status)}::text[],
        ${column((each) => each.summary)}::text[]
      )
      returning 1 as inserted`;
  },
  samples: [{ scan: SAMPLE_SCAN, arrivals: [] }],
});

/** Deletes the arrivals of a scan, in the transaction that inserted them. */
export const deleteArrivals = statement({
  name: 'finding_state.delete_arrivals',
  row: {},
  text: ({ scan }: { scan: ScanKey }) => sql`
    delete from finding_arrivals where tenant_id = ${scan.tenantId} and scan_id = ${scan.id}`,
  samples: [{ scan: SAMPLE_SCAN }],
});
