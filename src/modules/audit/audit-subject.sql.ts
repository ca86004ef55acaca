import { sql } from '../../platform/database/database.js';

/** Kinds of things with the table and the column that has their name. */
const NAMED = [
  ['api_key', 'api_keys', 'name'],
  ['auditor_link', 'auditor_links', 'label'],
  ['custom_check', 'custom_checks', 'title'],
  ['directory_group', 'scim_groups', 'display_name'],
  ['email_domain', 'email_domains', 'domain'],
  ['evidence', 'evidence', 'title'],
  ['exception', 'exceptions', 'title'],
  ['identity_connection', 'identity_connections', 'name'],
  ['integration', 'integrations', 'name'],
  ['invitation', 'invitations', 'email'],
  ['member', 'users', 'name'],
  ['notification_rule', 'notification_rules', 'name'],
  ['security_event_destination', 'security_event_destinations', 'address'],
  ['service_account', 'service_accounts', 'name'],
  ['ticket', 'tickets', 'key'],
  ['ticket_tracker', 'ticket_trackers', 'name'],
  ['work_item', 'work_items', 'title'],
] as const;

/**
 * SQL expression of the present name of what an entry `a` of the trail is about: null where it has none or is gone. A scan is named by its
 * integrations, an assessment by its universal control. One search by key for each entry.
 */
export function auditSubject() {
  const id = sql`(case when a.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.resource_id end)::uuid`;
  const named = NAMED.map(
    ([kind, table, column]) =>
      sql`when ${sql.lit(kind)} then (select t.${sql.ref(column)}::text from ${sql.table(table)} t
        where t.tenant_id = a.tenant_id and t.id = ${id})`,
  );
  return sql`case a.resource_type
    when 'scan' then (select string_agg(i.name, ', ' order by i.name) from scans s
      join integrations i on i.tenant_id = s.tenant_id and i.id = any (s.integration_ids)
      where s.tenant_id = a.tenant_id and s.id = ${id})
    when 'assessment' then (select u.code from assessments s
      join catalogue_universal_controls u on u.no = s.universal_no where s.tenant_id = a.tenant_id and s.id = ${id})
    ${sql.join(named, sql` `)} end`;
}
