import { parseArgs } from 'node:util';
import type { Config } from '../config/config.js';
import { findFramework, type Catalogue } from '../modules/catalogue/catalogue.js';
import { LICENSE_TIERS } from '../modules/organizations/tiers.js';
import { TenantService } from '../modules/organizations/tenant.service.js';
import { openPersistence, type Persistence } from '../persistence.js';
import { systemClock } from '../platform/clock.js';
import { PasswordHasher } from '../platform/crypto/password.js';
import { rows, sql } from '../platform/database/database.js';
import { createLog } from '../platform/log.js';
import { UsageError } from './usage-error.js';

/** Makes an organization with its first administrator. Works beside a running service and with a stopped one. */
export async function createTenant(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['name', 'tier', 'admin-email', 'admin-password', 'frameworks']);
  const tier = LICENSE_TIERS.find((each) => each === required(options, 'tier').toUpperCase());
  if (!tier) throw new UsageError(`--tier must be one of ${LICENSE_TIERS.join(', ')}`);
  const email = required(options, 'admin-email');
  const admin = { email, name: email, role: 'admin' as const, password: required(options, 'admin-password') };
  await withPersistence(config, async ({ database, catalogue }) => {
    const frameworks = options.frameworks === undefined ? null : slugsOf(catalogue, options.frameworks);
    const tenants = new TenantService(database, new PasswordHasher(), systemClock);
    const { tenantId } = await tenants.create({ name: required(options, 'name'), tier, frameworks, users: [admin] });
    const created = { tenant_id: tenantId, admin_email: email, registration_url: null };
    process.stdout.write(
      options.isJson ? `${JSON.stringify(created)}\n` : `created ${tenantId} with administrator ${email}\n`,
    );
  });
}

/** Every organization, oldest first. */
export async function listTenants(args: string[], config: Config): Promise<void> {
  const { isJson } = parse(args, []);
  await withPersistence(config, async ({ database }) => {
    const tenants = await database.within({ kind: 'system' }, () =>
      rows(
        database.fork(),
        sql<{ tenant_id: string; name: string; license_tier: string }>`
          select id as tenant_id, name, license_tier from tenants order by created_at, id`,
      ),
    );
    const lines = tenants.map(({ tenant_id: id, name, license_tier: tier }) => `${id}  ${tier}  ${name}`);
    process.stdout.write(isJson ? `${JSON.stringify(tenants)}\n` : `${lines.join('\n')}\n`);
  });
}

/** Gives an account a new password; its tokens are worth nothing from then on. */
export async function setPassword(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['email', 'password']);
  await withPersistence(config, async ({ database }) => {
    const tenants = new TenantService(database, new PasswordHasher(), systemClock);
    await tenants.setPassword(required(options, 'email'), required(options, 'password'));
    process.stdout.write('the password is set\n');
  });
}

type Options = Record<string, string | undefined> & { isJson: boolean };

function parse(args: string[], names: string[]): Options {
  try {
    const options = Object.fromEntries([
      ['json', { type: 'boolean' as const }],
      ...names.map((name) => [name, { type: 'string' as const }]),
    ]) as Record<string, { type: 'string' | 'boolean' }>;
    const { json, ...values } = parseArgs({ args, options, strict: true }).values as Record<string, string | boolean>;
    return { ...(values as Record<string, string>), isJson: json === true } as Options;
  } catch (err) {
    throw new UsageError((err as Error).message);
  }
}

function required(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

function slugsOf(catalogue: Catalogue, list: string): string[] {
  return list.split(',').map((name) => {
    const framework = findFramework(catalogue, name);
    if (framework) return framework.slug;
    throw new UsageError(`--frameworks: there is no framework ${name.trim()}`);
  });
}

async function withPersistence(config: Config, work: (persistence: Persistence) => Promise<void>): Promise<void> {
  const persistence = await openPersistence(config, createLog('warn'));
  try {
    await work(persistence);
  } finally {
    await persistence.close();
  }
}
