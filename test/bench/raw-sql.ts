/** Active frameworks of a tenant ($1). */
export const FRAMEWORKS = `
  select f.id, f.name, f.slug, f.version, f.total_controls, f.description
  from tenants t join raw.frameworks f on f.slug = any(t.frameworks)
  where t.id = $1
  order by f.position`;

/** Controls of an active framework ($2) with their status for a tenant ($1). */
export const CONTROLS = `
  select c.id, c.control_id, c.title, c.category, s.status, s.assurance, s.disputed, c.maturity_level
  from tenants t
  join raw.frameworks f on f.slug = any(t.frameworks)
  join raw.controls c on c.framework_id = f.id
  join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
  where t.id = $1 and f.id = $2
  order by c.position`;

/** The same of the framework named $2, as the graph is asked for them. */
export const CONTROLS_BY_NAME = `
  select c.control_id as "controlId", c.title, s.status
  from tenants t
  join raw.frameworks f on f.slug = any(t.frameworks)
  join raw.controls c on c.framework_id = f.id
  join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
  where t.id = $1 and f.name = $2
  order by c.position`;

/** Controls with status $3, or all of them, of an active framework named $2, each with the universal controls it is mapped to. */
export const FORTH = `
  select c.id, c.control_id, c.title, s.status, m.relationship, u.id as u, u.code, u.title as u_title
  from tenants t
  join raw.frameworks f on f.slug = any(t.frameworks)
  join raw.controls c on c.framework_id = f.id
  join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
  join raw.mappings m on m.control_id = c.id
  join raw.universal_controls u on u.id = m.universal_control_id
  where t.id = $1 and f.name = $2 and ($3::text is null or s.status = $3)
  order by c.position, m.position`;

export interface ForthRow {
  id: string;
  control_id: string;
  title: string;
  status: string;
  relationship: string;
  u: string;
  code: string;
  u_title: string;
}

/** Controls of the active frameworks that these universal controls ($2) are mapped to, with their status. */
export const BACK = `
  select m.universal_control_id as u, m.relationship, c.control_id, c.title, s.status, f.name as framework
  from tenants t
  join raw.mappings m on m.universal_control_id = any($2::uuid[])
  join raw.controls c on c.id = m.control_id
  join raw.frameworks f on f.id = c.framework_id and f.slug = any(t.frameworks)
  join raw.control_statuses s on s.control_id = c.id and s.tenant_id = t.id
  where t.id = $1
  order by m.position`;

export interface BackRow {
  u: string;
  relationship: string;
  control_id: string;
  title: string;
  status: string;
  framework: string;
}
