import { createHmac } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import { JOBS_SCHEMA } from './jobs-schema.js';
import { endSessions, roleExists, rolesWithUsage } from './owner.sql.js';

/** Pattern of the role's names. */
const ROLE_NAME = 'crosswalk_[0-9a-f]{8}';
/** SQLSTATE of a role that something still depends on. */
const DEPENDENT_OBJECTS = '2BP01';

/** Database role of the running service: owns nothing, is not a superuser, cannot bypass row level security. */
interface ServiceRole {
  name: string;
  password: string;
}

/**
 * Name and password of the service role, derived from the key, so that every process knows them and nothing stores
 * them.
 */
export function serviceRole(secretKey: Buffer): ServiceRole {
  const derive = (what: string) => createHmac('sha256', secretKey).update(`database role ${what}`).digest('hex');
  return { name: `crosswalk_${derive('name').slice(0, 8)}`, password: derive('password') };
}

/** Connection URL of the service role for the database of another URL. */
export function serviceUrlOf(databaseUrl: string, secretKey: Buffer): string {
  const { name, password } = serviceRole(secretKey);
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = password;
  return url.toString();
}

/** Creates the role unless it exists. Roles of other keys stay: processes may still use them (see `retireRoles`). */
export async function ensureRole(client: Client, role: ServiceRole): Promise<void> {
  if ((await roleExists.only(client, { name: role.name })).exists) return;
  // The name and password are hexadecimal: nothing to quote.
  await client.query(
    `create role ${role.name} login nosuperuser nocreatedb nocreaterole nobypassrls password '${role.password}'`,
  );
}

/** Names of the service's roles with privileges in this database. */
async function serviceRoles(client: Client): Promise<string[]> {
  const found = await rolesWithUsage.all(client, { pattern: `^${ROLE_NAME}$`, schema: JOBS_SCHEMA });
  return found.map(({ name }) => name);
}

/**
 * Revokes every privilege of the roles of other keys than this one, ends their sessions, and drops those that no other database
 * of the server uses.
 */
export async function retireRoles(
  client: Client,
  secretKey: Buffer,
): Promise<{ dropped: string[]; remaining: string[] }> {
  const current = serviceRole(secretKey).name;
  const dropped: string[] = [];
  const remaining: string[] = [];
  for (const role of (await serviceRoles(client)).filter((name) => name !== current)) {
    await client.query(`
      revoke all on all tables in schema public, ${JOBS_SCHEMA} from ${role};
      revoke all on all sequences in schema public, ${JOBS_SCHEMA} from ${role};
      revoke all on schema public, ${JOBS_SCHEMA} from ${role};
    `);
    await endSessions.run(client, { role });
    ((await dropRole(client, role)) ? dropped : remaining).push(role);
  }
  return { dropped, remaining };
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
