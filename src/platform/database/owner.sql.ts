import { sql } from './database.js';
import { statement } from './statement.js';

/** Whether row level security does not apply to the connection's role. */
export const roleBypassesPolicies = statement({
  name: 'database.role_bypasses_policies',
  row: { bypasses: 'bool' },
  text: () => sql`select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
});

/** Ids of all tenants, oldest first; those that policies show. */
export const tenantIds = statement({
  name: 'database.tenant_ids',
  row: { id: 'uuid' },
  text: () => sql`select id from tenants order by created_at, id`,
});

/** Ids of the accounts of a tenant's members. */
export const accountIds = statement({
  name: 'database.account_ids',
  row: { id: 'uuid!' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select account_id as id from users where tenant_id = ${tenantId} and account_id is not null order by account_id`,
  samples: [{ tenantId: '' }],
});

/** Whether the service's tables exist. */
export const hasTables = statement({
  name: 'database.has_tables',
  row: { isMigrated: 'bool' },
  text: () => sql`
    select to_regclass('public.migrations') is not null and to_regclass('public.tenants') is not null as "isMigrated"`,
});

/** Whether Citus is installed in the database, so that its tables may be distributed. */
export const hasCitus = statement({
  name: 'database.has_citus',
  row: { hasCitus: 'bool' },
  text: () => sql`select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
});

/** Number of tables and functions in the schema of the service. */
export const countObjects = statement({
  name: 'database.count_objects',
  row: { count: 'int8' },
  text: () => sql`
    select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)
      + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as count`,
});

/** Names of the applied migrations, oldest first. */
export const migrationNames = statement({
  name: 'database.migration_names',
  row: { name: 'text' },
  text: () => sql`select name::text from migrations order by id`,
});

/** Whether a role of this name exists. */
export const roleExists = statement({
  name: 'database.role_exists',
  row: { exists: 'bool' },
  text: ({ name }: { name: string }) => sql`select exists (select from pg_roles where rolname = ${name}) as exists`,
  samples: [{ name: '' }],
});

/** Names of the service's roles with usage of schema `schema` in this database. */
export const rolesWithUsage = statement({
  name: 'database.roles_with_usage',
  row: { name: 'text' },
  text: ({ pattern, schema }: { pattern: string; schema: string }) => sql`
    select r.rolname::text as name from pg_roles r
    where r.rolname ~ ${pattern} and has_schema_privilege(r.rolname, ${schema}, 'usage') and not r.rolsuper
    order by 1`,
  samples: [{ pattern: '', schema: '' }],
});

/** Ends every session of a role in this database. */
export const endSessions = statement({
  name: 'database.end_sessions',
  row: { pg_terminate_backend: 'bool' },
  text: ({ role }: { role: string }) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role} and datname = current_database()`,
  samples: [{ role: '' }],
});

/** Shows the owner's session the rows that the service's own jobs see of every tenant, or no longer. */
export const setSystem = statement({
  name: 'database.set_system',
  row: {},
  text: ({ isOn }: { isOn: boolean }) => sql`select from set_config('app.system', ${isOn ? 'on' : ''}, false)`,
  samples: [{ isOn: true }],
});

/** Binds the owner's session to a tenant; the empty text to none. */
export const setTenant = statement({
  name: 'database.set_tenant',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`select from set_config('app.tenant_id', ${tenantId}, false)`,
  samples: [{ tenantId: '' }],
});

/** Binds the owner's session to an account; the empty text to none. */
export const setAccount = statement({
  name: 'database.set_account',
  row: {},
  text: ({ accountId }: { accountId: string }) => sql`select from set_config('app.account_id', ${accountId}, false)`,
  samples: [{ accountId: '' }],
});

/** Advisory lock that is held while the schema changes. An arbitrary number, the same in every process of the service. */
const SCHEMA_LOCK = 4_207_310_881;

/** Takes the session's lock on changes of the schema, which ends with the session, if nobody has it. */
export const tryLockSchema = statement({
  name: 'database.try_lock_schema',
  row: { isLocked: 'bool!' },
  text: () => sql`select pg_try_advisory_lock(${SCHEMA_LOCK}::bigint) as "isLocked"`,
});
