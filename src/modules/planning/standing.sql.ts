import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { elementCodeOf } from '../posture/element.sql.js';
import type { WithheldChecks } from '../integrations/reach.rules.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { StoredVote } from './standing.rules.js';

/** A connected integration, with the checks of its last scan that could not look at everything. */
export interface StandingIntegration {
  id: string;
  name: string;
  withheld: WithheldChecks[];
}

/** The connected integrations and every vote of theirs, with the checks behind those that fail, and the setting of part assessments. */
export const standingVotes = statement({
  name: 'planning.standing_votes',
  row: {
    partialAssessments: text<PartialAssessments>(),
    integrations: json<StandingIntegration[]>(),
    votes: json<StoredVote[]>(),
  },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with connected as (
      select i.id, i.name, i.check_reach, latest.id as latest_scan from integrations i
      left join lateral (
        select s.id from scans s
        where s.tenant_id = i.tenant_id and s.status = 'completed' and i.id = any(s.integration_ids)
        order by s.sequence desc limit 1
      ) latest on true
      where i.tenant_id = ${tenantId} and i.status <> 'disconnected'
    ),
    unseen as materialized (
      select c.integration_id, c.scanner, c.rule_id from connected i
      join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = i.latest_scan and c.integration_id = i.id and c.is_partial
    )
    select t.partial_assessments as "partialAssessments",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'withheld', coalesce(check_reach -> 'withheld', '[]')) order by id)
        from connected
      ), '[]') as integrations,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'universalNo', v.universal_no, 'element', v.element, 'integrationId', v.integration_id, 'result', v.result,
          'otherwise', v.otherwise, 'evaluatedAt', v.evaluated_at, 'checks', case when v.result = 'fail' then coalesce((
            select jsonb_agg(jsonb_build_object(
              'scanId', c.scan_id, 'checkNo', c.check_no, 'name', coalesce(c.check_id, c.rule_id), 'checkId', c.check_id,
              'title', c.title, 'severity', c.severity, 'ruleId', c.rule_id, 'controlNos', c.control_nos,
              'failed', c.resources_failed - c.resources_accepted, 'accepted', c.resources_accepted,
              'isPartial', c.is_partial, 'isUnseen', c.scan_id <> i.latest_scan and exists (
                select from unseen u
                where u.integration_id = c.integration_id and u.scanner = c.scanner and u.rule_id = c.rule_id
              )) order by c.check_no)
            from scan_checks c
            where c.tenant_id = v.tenant_id and c.scan_id = v.scan_id and c.integration_id = v.integration_id
              and ${elementCodeOf('v')} = any(c.decides)
          ), '[]') else '[]' end) order by v.universal_no, v.element, v.integration_id)
        from element_votes v join connected i on i.id = v.integration_id
        where v.tenant_id = ${tenantId}
      ), '[]') as votes
    from tenants t where t.id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** Resources of a check that are to be repaired. */
export interface NamedResources {
  checkId: string;
  /** Null for every integration. */
  integrationId: string | null;
  resourceIds: readonly string[];
}

/**
 * The failing resources, without those that exceptions accept, that `named` names, of the checks behind failing votes: one row for each
 * entry of `named` and check of a scan.
 */
export const namedResources = statement({
  name: 'planning.named_resources',
  row: {
    // Position in `named`, from 1.
    entry: 'int8',
    scanId: 'uuid',
    checkNo: 'int4',
    // Keys of account and resource: a name may be in several accounts.
    keys: 'text[]!',
    resourceIds: 'text[]!',
  },
  text: ({ tenantId, named }: { tenantId: string; named: readonly NamedResources[] }) => sql`
    with named as (
      select * from rows from (
        unnest(${named.map(({ checkId }) => checkId)}::text[]),
        unnest(${named.map(({ integrationId }) => integrationId)}::uuid[]),
        jsonb_array_elements(${JSON.stringify(named.map(({ resourceIds }) => resourceIds))}::jsonb)
      ) with ordinality as n (check_id, integration_id, resource_ids, entry)
    ),
    behind as (
      select distinct v.scan_id, v.integration_id from element_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = ${tenantId} and v.result = 'fail'
    )
    select n.entry, c.scan_id as "scanId", c.check_no as "checkNo",
      array_agg(distinct coalesce(f.account, '') || chr(10) || f.resource_id) as keys,
      array_agg(distinct f.resource_id) as "resourceIds"
    from named n
    join behind b on n.integration_id is null or n.integration_id = b.integration_id
    join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = b.scan_id and c.integration_id = b.integration_id
      and coalesce(c.check_id, c.rule_id) = n.check_id
    join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
      and f.exception_id is null and n.resource_ids ? f.resource_id
    group by n.entry, c.scan_id, c.check_no`,
  samples: [{ tenantId: '', named: [] }],
});
