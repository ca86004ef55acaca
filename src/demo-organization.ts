import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app.js';
import type { Config } from './config/config.js';
import { ROLES } from './modules/auth/roles.js';
import { newId } from './platform/crypto/uuid.js';
import { row, rows, sql } from './platform/database/database.js';

/**
 * On an empty database: an organization with everything in it, a user for each role, and a connected demo integration.
 * Their passwords are made here and written to `demo-credentials.json` (mode 0600), and nowhere else.
 * @returns the path of that file, or null where there is no demo organization of this DATA_DIR
 */
export async function ensureDemo(config: Config, { database, tenants }: App): Promise<string | null> {
  const file = join(config.dataDir, 'demo-credentials.json');
  const isEmpty = await database.within({ kind: 'system' }, async () => {
    return (await row(database.fork(), sql`select 1 from tenants limit 1`)) === null;
  });
  if (!isEmpty) return existsSync(file) ? file : null;
  const users = ROLES.map((role) => ({
    email: `${role}@northwind.example`,
    name: `Demo ${role}`,
    role,
    password: randomBytes(15).toString('base64url'),
  }));
  const { tenantId } = await tenants.create({ name: 'Northwind Clinics', tier: 'ENTERPRISE', frameworks: null, users });
  await database.within({ kind: 'tenant', tenantId }, () =>
    rows(
      database.fork(),
      sql`insert into integrations (id, tenant_id, type, name, status)
          values (${newId()}, ${tenantId}, 'demo', 'Northwind cloud account', 'connected')`,
    ),
  );
  const credentials = {
    base_url: config.publicUrl,
    tenant_id: tenantId,
    users: users.map(({ email, password, role }) => ({ email, password, role })),
  };
  writeFileSync(file, JSON.stringify(credentials, null, 2) + '\n', { mode: 0o600 });
  return file;
}
