import { parseArgs } from 'node:util';
import type { Config } from '../config/config.js';
import { findFramework, type Catalogue } from '../modules/catalogue/catalogue.js';
import { createTenants } from '../modules/organizations/create-tenants.js';
import { LICENSE_TIERS } from '../modules/organizations/tiers.js';
import type { TenantService } from '../modules/organizations/tenant.service.js';
import { openPersistence, type Persistence } from '../app/persistence.js';
import { systemClock } from '../platform/clock.js';
import { Vault } from '../platform/crypto/vault.js';
import { query } from '../platform/database/database.js';
import { createLog } from '../platform/log.js';
import { PublicUrl } from '../platform/public-url.js';
import { UsageError } from './usage-error.js';

/** Creates an organization with its first administrator, beside a running or a stopped service. */
export async function createTenant(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['name', 'tier', 'admin-email', 'admin-password', 'frameworks']);
  const tier = LICENSE_TIERS.find((each) => each === required(options, 'tier').toUpperCase());
  if (!tier) throw new UsageError(`--tier must be one of ${LICENSE_TIERS.join(', ')}`);
  const email = required(options, 'admin-email');
  const password = options['admin-password'];
  // Without a password the administrator is invited to choose one.
  const who = password
    ? { users: [{ email, name: email, role: 'admin' as const, password }], invitee: null }
    : { users: [], invitee: email };
  await withPersistence(config, async (persistence) => {
    const { catalogue } = persistence;
    const frameworks = options.frameworks === undefined ? null : slugsOf(catalogue, options.frameworks);
    const tenant = { name: required(options, 'name'), tier, frameworks, ...who };
    const { tenantId, registrationUrl } = await tenantService(config, persistence).create(tenant);
    const created = { tenant_id: tenantId, admin_email: email, registration_url: registrationUrl };
    const registration = registrationUrl === null ? '' : `, who registers at ${registrationUrl}`;
    process.stdout.write(
      options.isJson
        ? `${JSON.stringify(created)}\n`
        : `created ${tenantId} with administrator ${email}${registration}\n`,
    );
  });
}

/** Prints every organization, oldest first. */
export async function listTenants(args: string[], config: Config): Promise<void> {
  const { isJson } = parse(args, []);
  await withPersistence(config, async ({ database }) => {
    const tenants = await database.within({ kind: 'system' }, () =>
      query(database.fork())
        .selectFrom('tenants')
        .select(['id as tenant_id', 'name', 'license_tier', 'suspended_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    const lines = tenants.map(({ tenant_id: id, name, license_tier: tier, suspended_at: suspendedAt }) =>
      [id, tier, name, ...(suspendedAt === null ? [] : ['(suspended)'])].join('  '),
    );
    process.stdout.write(isJson ? `${JSON.stringify(tenants)}\n` : `${lines.join('\n')}\n`);
  });
}

/** Sets the rate limit of an organization, with which its other limits scale, or resets it to the default. */
export async function setLimit(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['tenant', 'per-minute']);
  const [tenantId, text] = [required(options, 'tenant'), required(options, 'per-minute')];
  const perMinute = text === 'default' ? null : Number(text);
  if (perMinute !== null && !/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError('--per-minute must be a whole number from 1 to 999999999, or default');
  }
  await withPersistence(config, async (persistence) => {
    await tenantService(config, persistence).setRateLimit(tenantId, perMinute);
    process.stdout.write(
      `the limit of ${tenantId} is ${perMinute === null ? 'the default' : `${text} requests a minute`}\n`,
    );
  });
}

/** Sets a new password of an account, and ends its sessions and API keys. */
export async function setPassword(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['email', 'password'], [KEEP_API_KEYS]);
  await withPersistence(config, async (persistence) => {
    const tenants = tenantService(config, persistence);
    await tenants.setPassword(required(options, 'email'), required(options, 'password'), !options[KEEP_API_KEYS]);
    process.stdout.write('the password is set\n');
  });
}

/** Lifts the locks of an account, of a client address or of the whole service after failed logins. */
export async function unlock(args: string[], config: Config): Promise<void> {
  const { email, address, service } = parse(args, ['email', 'address'], ['service']);
  const given = [email, address, service].filter((each) => each !== undefined);
  if (given.length !== 1) throw new UsageError('one of --email, --address and --service is needed');
  await withPersistence(config, async (persistence) => {
    const tenants = tenantService(config, persistence);
    const what = email === undefined ? (address === undefined ? 'service' : 'address') : 'account';
    const wasCounted =
      email === undefined
        ? await tenants.unlockShared(address === undefined ? 'service' : { address })
        : await tenants.unlock(email);
    process.stdout.write(wasCounted ? `failed logins of the ${what} are forgotten\n` : `the ${what} had none\n`);
  });
}

/** Switches off one-time codes of an account: for the last admin, whom no other admin can help. */
export async function resetMfa(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['email'], [KEEP_API_KEYS]);
  await withPersistence(config, async (persistence) => {
    await tenantService(config, persistence).resetMfa(required(options, 'email'), !options[KEEP_API_KEYS]);
    process.stdout.write('one-time codes of the account are switched off\n');
  });
}

/** Removes all passkeys of an account: for the last admin, whom no other admin can help. */
export async function resetPasskeys(args: string[], config: Config): Promise<void> {
  const options = parse(args, ['email'], [KEEP_API_KEYS]);
  await withPersistence(config, async (persistence) => {
    await tenantService(config, persistence).resetPasskeys(required(options, 'email'), !options[KEEP_API_KEYS]);
    process.stdout.write('the passkeys of the account are removed\n');
  });
}

function tenantService(config: Config, { database }: Persistence): TenantService {
  const vault = new Vault(config.secretKey, config.previousSecretKeys);
  return createTenants({
    database,
    clock: systemClock,
    vault,
    publicUrl: new PublicUrl(config.publicUrl),
  }).tenants;
}

/** Flag that leaves the API keys of an account in force. */
const KEEP_API_KEYS = 'keep-api-keys';

type Options = Record<string, string | undefined> & { isJson: boolean };

/** Options of a command; of a flag that was given, the value is its name. */
function parse(args: string[], names: string[], flags: string[] = []): Options {
  try {
    const options = Object.fromEntries([
      ['json', { type: 'boolean' as const }],
      ...names.map((name) => [name, { type: 'string' as const }]),
      ...flags.map((flag) => [flag, { type: 'boolean' as const }]),
    ]) as Record<string, { type: 'string' | 'boolean' }>;
    const { json, ...given } = parseArgs({ args, options, strict: true }).values as Record<string, string | boolean>;
    const values = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === true ? name : value]),
    );
    return { ...values, isJson: json === true } as Options;
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
