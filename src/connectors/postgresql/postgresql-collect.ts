import { z } from 'zod';
import type { Resource } from '../resource.js';
import { hbaProperties } from './hba.rules.js';
import type { Session } from './postgresql-client.js';
import { serverProperties, SETTING_NAMES } from './server.rules.js';

type Found = Pick<Resource, 'id' | 'name' | 'properties'>;

/** Something that is read of a server, and as what. */
export interface Part {
  type: string;
  /** As a sentence begins. */
  title: string;
  /** What gives the role the right to it. */
  grant: string;
  read(session: Session, at: { server: string; now: Date }): AsyncGenerator<Found | { gap: string }>;
}

const ROLES_PER_QUERY = 500;
const RULES_MAX = 10_000;

const SettingRow = z.object({ name: z.string(), setting: z.string().nullable() });
const HbaRowShape = z.object({
  rule: z.object({
    line_number: z.number(),
    type: z.string().nullable(),
    database: z.array(z.string()).nullable(),
    user_name: z.array(z.string()).nullable(),
    address: z.string().nullable(),
    netmask: z.string().nullable(),
    auth_method: z.string().nullable(),
    error: z.string().nullable(),
    file_name: z.string().nullish(),
  }),
});
const RoleRow = z.object({ oid: z.number(), name: z.string(), properties: z.record(z.string(), z.unknown()) });
const DatabaseRow = z.object({ name: z.string(), properties: z.record(z.string(), z.unknown()) });

/** Everything that is read, in this order. */
export const PARTS: readonly Part[] = [
  { type: 'PostgresServer', title: 'Settings', grant: 'grant pg_read_all_settings to the role', read: readServer },
  {
    type: 'PostgresHbaRule',
    title: 'The rules of pg_hba.conf',
    grant:
      'grant select on pg_catalog.pg_hba_file_rules and execute on function pg_catalog.pg_hba_file_rules() to the role',
    read: readRules,
  },
  {
    type: 'PostgresDatabase',
    title: 'The database',
    grant: 'grant usage on schema pg_catalog to the role',
    read: readDatabase,
  },
  { type: 'PostgresRole', title: 'Roles', grant: 'grant select on pg_catalog.pg_roles to the role', read: readRoles },
];

async function* readServer(session: Session, { server, now }: { server: string; now: Date }) {
  const rows = await session.rows('select name, setting from pg_catalog.pg_settings where name = any($1)', [
    SETTING_NAMES,
  ]);
  const known = SettingRow.array().parse(rows);
  const properties = serverProperties(new Map(known.map(({ name, setting }) => [name, setting ?? ''])), now);
  yield { id: server, name: server, properties };
  if (properties.shared_preload_libraries === null) {
    yield { gap: 'The setting shared_preload_libraries is hidden from the role: grant pg_read_all_settings to it.' };
  }
}

async function* readRules(session: Session) {
  // As JSON, because the columns differ from version to version.
  const rows = await session.rows(
    'select pg_catalog.to_jsonb(r) - $1 as rule from pg_catalog.pg_hba_file_rules r order by line_number limit $2',
    ['options', RULES_MAX + 1],
  );
  const rules = HbaRowShape.array().parse(rows);
  for (const { rule } of rules.slice(0, RULES_MAX)) {
    const file = rule.file_name?.split('/').at(-1) ?? 'pg_hba.conf';
    const place = `${file}:${String(rule.line_number)}`;
    yield { id: `hba/${place}`, name: place, properties: hbaProperties(rule) };
  }
  if (rules.length > RULES_MAX)
    yield { gap: `pg_hba.conf has more than ${String(RULES_MAX)} rules; the rest was not read.` };
}

async function* readDatabase(session: Session) {
  const rows = await session.rows(`
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
    from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`);
  for (const { name, properties } of DatabaseRow.array().parse(rows)) {
    yield { id: `database/${name}`, name, properties };
  }
}

/** Roles that PostgreSQL brings have reserved names. 10 is the first superuser's number in every cluster. */
const ROLES = `
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
      from pg_catalog.pg_auth_members m join pg_catalog.pg_roles g on g.oid = m.roleid where m.member = r.oid), '[]')
  ) as properties
  from pg_catalog.pg_roles r
  where r.rolname !~ '^pg_' and r.oid::int8 > $1 order by r.oid limit $2`;

async function* readRoles(session: Session) {
  let after = -1;
  for (;;) {
    const rows = RoleRow.array().parse(await session.rows(ROLES, [after, ROLES_PER_QUERY]));
    for (const { name, properties } of rows) yield { id: `role/${name}`, name, properties };
    const last = rows.at(-1);
    if (!last || rows.length < ROLES_PER_QUERY) return;
    after = last.oid;
  }
}
