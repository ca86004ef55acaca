import { CONTROLS, CONTROLS_BY_NAME, FRAMEWORKS } from './raw-sql.js';

/** Rows of a statement of `raw-sql.ts` as the text of one answer over REST. */
function enveloped(rows: string): string {
  return `
  select json_build_object('data', coalesce(json_agg(row_to_json(r)), '[]'),
    'meta', json_build_object('request_id', gen_random_uuid()))::text as body
  from (${rows}) r`;
}

/** The answers of the raw peer, each written by PostgreSQL in one statement. */
export const FRAMEWORKS_JSON = enveloped(FRAMEWORKS);
export const CONTROLS_JSON = enveloped(CONTROLS);

export const CONTROLS_BY_NAME_JSON = `
  select json_build_object('data', json_build_object('framework',
    json_build_object('controls', coalesce(json_agg(row_to_json(r)), '[]'))))::text as body
  from (${CONTROLS_BY_NAME}) r`;

/** The query across frameworks; what a universal control is mapped to is written once, however many controls reach it. */
export const ACROSS_JSON = `
  with forth as materialized (
    select c.position as place, c.control_id, c.title, s.status, m.position, m.relationship, u.id as u, u.code, u.title as u_title
    from tenants t
    join raw.frameworks f on f.slug = any(t.frameworks)
    join raw.controls c on c.framework_id = f.id
    join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
    join raw.mappings m on m.control_id = c.id
    join raw.universal_controls u on u.id = m.universal_control_id
    where t.id = $1 and f.name = $2 and ($3::text is null or s.status = $3)
  ),
  back as materialized (
    select m.universal_control_id as u, json_agg(json_build_object(
      'relationship', m.relationship,
      'control', json_build_object('controlId', c.control_id, 'title', c.title, 'status', s.status,
        'framework', json_build_object('name', f.name))
    ) order by m.position) as mappings
    from tenants t
    join raw.mappings m on m.universal_control_id in (select u from forth)
    join raw.controls c on c.id = m.control_id
    join raw.frameworks f on f.id = c.framework_id and f.slug = any(t.frameworks)
    join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
    where t.id = $1
    group by m.universal_control_id
  ),
  controls as (
    select place, json_build_object('controlId', control_id, 'title', title, 'status', status, 'mappings',
      json_agg(json_build_object(
        'relationship', relationship,
        'universalControl', json_build_object('code', code, 'title', u_title, 'mappings', back.mappings)
      ) order by position)) as control
    from forth join back using (u)
    group by place, control_id, title, status
  )
  select json_build_object('data', json_build_object('framework', json_build_object(
    'name', $2::text, 'controls', coalesce(json_agg(control order by place), '[]'))))::text as body
  from controls`;
