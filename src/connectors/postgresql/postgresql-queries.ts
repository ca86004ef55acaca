import { z } from 'zod';

/**
 * Every query that is sent to a customer's server, in one place for reviews: catalog views and functions only, no
 * table. They are not statements of our database (`*.sql.ts`), so they are not PREPAREd against its schema; rows are
 * validated instead.
 */
export interface CatalogQuery<Row> {
  name: string;
  text: string;
  row: z.ZodType<Row>;
}

/** Where the session is, and as whom. */
export const IDENTITY_QUERY = query({
  name: 'identity',
  text: `
    select pg_catalog.current_database() as database, current_user as role,
      pg_catalog.current_setting('server_version') as version`,
  row: z.object({ database: z.string(), role: z.string(), version: z.string() }),
});

/** Settings by name, as they are in force in our session, with where each comes from. @param $1 names */
export const SETTINGS_QUERY = query({
  name: 'settings',
  text: 'select name, setting, source from pg_catalog.pg_settings where name = any($1)',
  row: z.object({ name: z.string(), setting: z.string().nullable(), source: z.string() }),
});

/** Settings that single roles or databases have instead of the server's, as `name=value`. @param $1 names */
export const OVERRIDES_QUERY = query({
  name: 'overrides',
  text: `
    select pg_catalog.split_part(c.entry, '=', 1) as name,
      pg_catalog.substr(c.entry, pg_catalog.strpos(c.entry, '=') + 1) as value,
      case when s.setrole <> 0 then pg_catalog.pg_get_userbyid(s.setrole) end as role,
      d.datname as database
    from pg_catalog.pg_db_role_setting s
      cross join lateral pg_catalog.unnest(s.setconfig) c(entry)
      left join pg_catalog.pg_database d on d.oid = s.setdatabase
    where pg_catalog.split_part(c.entry, '=', 1) = any($1) order by 1, 3, 4, 2`,
  row: z.object({
    name: z.string(),
    value: z.string(),
    role: z.string().nullable(),
    database: z.string().nullable(),
  }),
});

/** Databases that can be connected to, other than the one of the connection. */
export const OTHER_DATABASES_QUERY = query({
  name: 'other_databases',
  text: `select datname as name from pg_catalog.pg_database
    where datallowconn and not datistemplate and datname <> pg_catalog.current_database() order by datname`,
  row: z.object({ name: z.string() }),
});

/**
 * Rules of pg_hba.conf as JSON, because their columns differ between versions, in the order in which the server goes through them, and
 * where it listens. Lines of included files have numbers of their own; from version 16 on, rules are numbered.
 * @param $1 column to omit @param $2 limit
 */
export const HBA_RULES_QUERY = query({
  name: 'hba_rules',
  text: `
    select pg_catalog.to_jsonb(r) - $1 || pg_catalog.jsonb_build_object('needs_certificate', coalesce(
        r.options && array['clientcert=verify-full', 'clientcert=verify-ca', 'clientcert=true', 'clientcert=1'], false)) as rule,
      pg_catalog.current_setting('listen_addresses') as listen_addresses
    from pg_catalog.pg_hba_file_rules r
    order by (pg_catalog.to_jsonb(r) ->> 'rule_number')::int nulls last, r.line_number limit $2`,
  row: z.object({
    listen_addresses: z.string(),
    rule: z.object({
      line_number: z.number(),
      type: z.string().nullable(),
      database: z.array(z.string()).nullable(),
      user_name: z.array(z.string()).nullable(),
      address: z.string().nullable(),
      netmask: z.string().nullable(),
      auth_method: z.string().nullable(),
      error: z.string().nullable(),
      needs_certificate: z.boolean(),
      file_name: z.string().nullish(),
    }),
  }),
});

/** The database of the connection: owner, rights of PUBLIC, extensions, untrusted languages. */
export const DATABASE_QUERY = query({
  name: 'database',
  text: `
    select d.datname as name, pg_catalog.jsonb_build_object(
      'owner', pg_catalog.pg_get_userbyid(d.datdba),
      'public_connect', pg_catalog.has_database_privilege('public', d.oid, 'CONNECT'),
      'public_schema_create', coalesce((
        select pg_catalog.has_schema_privilege('public', n.oid, 'CREATE')
        from pg_catalog.pg_namespace n where n.nspname = 'public'), false),
      'extensions', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'name', e.extname, 'version', e.extversion, 'available_version', a.default_version) order by e.extname)
        from pg_catalog.pg_extension e left join pg_catalog.pg_available_extensions a on a.name = e.extname), '[]'),
      'untrusted_languages', coalesce((
        select pg_catalog.jsonb_agg(l.lanname order by l.lanname)
        from pg_catalog.pg_language l where l.lanispl and not l.lanpltrusted), '[]')
    ) as properties
    from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`,
  row: z.object({ name: z.string(), properties: z.record(z.string(), z.unknown()) }),
});

/**
 * Roles in the order of their oid, without PostgreSQL's own, whose names are reserved. 10 is the oid of the first superuser
 * in every cluster. A role gets to the rights of a superuser as a member of one, which from version 16 on takes the option SET, or
 * of a role with which the server's files and programs are its own. @param $1 oid after which to begin @param $2 limit
 */
export const ROLES_QUERY = query({
  name: 'roles',
  text: `
    select r.oid::int8::float8 as oid, r.rolname as name, pg_catalog.jsonb_build_object(
      'is_bootstrap', r.oid = 10,
      'can_login', r.rolcanlogin,
      'is_superuser', r.rolsuper,
      'bypasses_row_security', r.rolbypassrls,
      'can_create_roles', r.rolcreaterole,
      'can_create_databases', r.rolcreatedb,
      'can_replicate', r.rolreplication,
      'connection_limit', case when r.rolconnlimit >= 0 then r.rolconnlimit end,
      'password_valid_until', case
        when r.rolvaliduntil = 'infinity' then null
        when r.rolvaliduntil = '-infinity' then '0001-01-01T00:00:00Z'
        else pg_catalog.to_char(r.rolvaliduntil at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
      'member_of', coalesce((
        select pg_catalog.jsonb_agg(distinct g.rolname order by g.rolname)
        from pg_catalog.pg_auth_members m join pg_catalog.pg_roles g on g.oid = m.roleid where m.member = r.oid), '[]'),
      'superuser_through', coalesce((
        select pg_catalog.jsonb_agg(g.rolname order by g.rolname) from pg_catalog.pg_roles g
        where not r.rolsuper and g.oid <> r.oid
          and (g.rolsuper or g.rolname in ('pg_execute_server_program', 'pg_write_server_files'))
          and (pg_catalog.pg_has_role(r.oid, g.oid, 'MEMBER WITH ADMIN OPTION') or pg_catalog.pg_has_role(r.oid, g.oid,
            case when not g.rolsuper or pg_catalog.current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end))
      ), '[]')
    ) as properties
    from pg_catalog.pg_roles r
    where r.rolname !~ '^pg_' and r.oid::int8 > $1 order by r.oid limit $2`,
  row: z.object({ oid: z.number(), name: z.string(), properties: z.record(z.string(), z.unknown()) }),
});

function query<Row>(declaration: CatalogQuery<Row>): CatalogQuery<Row> {
  return declaration;
}
