import { createHmac } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import { JOBS_SCHEMA } from './jobs-schema.js';

/** The role's names are all of this form. */
const ROLE_NAME = 'crosswalk_[0-9a-f]{8}';
/** SQLSTATE of a role that something still depends on. */
const DEPENDENT_OBJECTS = '2BP01';

/** The role the service works as: owns nothing, is no superuser, cannot bypass row level security. */
interface ServiceRole {
  name: string;
  password: string;
}

/** Name and password of the service's role, derived from the key, so that every process knows them and nothing stores them. */
export function serviceRole(secretKey: Buffer): ServiceRole {
  const derive = (what: string) => createHmac('sha256', secretKey).update(`database role ${what}`).digest('hex');
  return { name: `crosswalk_${derive('name').slice(0, 8)}`, password: derive('password') };
}

/**
 * Makes the role where it is not there yet. Roles of other keys stay as they are: processes may still work with them. See
 * `retireRoles`.
 */
export async function ensureRole(client: Client, role: ServiceRole): Promise<void> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role.name]);
  if (known.rowCount !== 0) return;
  // The name and password are hexadecimal: nothing to quote.
  await client.query(
    `create role ${role.name} login nosuperuser nocreatedb nocreaterole nobypassrls password '${role.password}'`,
  );
}

/** Roles of the service that may do something in this database, by name. */
async function serviceRoles(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select r.rolname as name from pg_roles r
     where r.rolname ~ '^${ROLE_NAME}$' and has_schema_privilege(r.rolname, '${JOBS_SCHEMA}', 'usage') and not r.rolsuper
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Takes everything from the roles of other keys than this one, ends their sessions, and drops them where no other database of the server
 * knows them.
 */
export async function retireRoles(client: Client, secretKey: Buffer): Promise<{ gone: string[]; kept: string[] }> {
  const current = serviceRole(secretKey).name;
  const gone: string[] = [];
  const kept: string[] = [];
  for (const role of (await serviceRoles(client)).filter((name) => name !== current)) {
    await client.query(`
      revoke all on all tables in schema public, ${JOBS_SCHEMA} from ${role};
      revoke all on all sequences in schema public, ${JOBS_SCHEMA} from ${role};
      revoke all on schema public, ${JOBS_SCHEMA} from ${role};
    `);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()`,
      [role],
    );
    ((await dropRole(client, role)) ? gone : kept).push(role);
  }
  return { gone, kept };
}

async function dropRole(client: Client, role: string): Promise<boolean> {
  try {
    await client.query(`drop role ${role}`);
    return true;
  } catch (err) {
    if (err instanceof DatabaseError && err.code === DEPENDENT_OBJECTS) return false;
    throw err;
  }
}
