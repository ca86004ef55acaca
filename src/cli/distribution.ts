import type { Config } from '../config/config.js';
import { createLog } from '../platform/log.js';
import { distribute } from '../platform/database/distribution/distribute.js';
import { hasCitus } from '../platform/database/owner.sql.js';
import { OperatorError } from './operator-error.js';
import { withMigrated } from './with-owner.js';

/** `distribute`: places the tables on the workers of the Citus cluster whose coordinator is in DATABASE_URL. */
export async function distributeTables(_args: string[], config: Config): Promise<void> {
  await withMigrated(config, async ({ client, bypassesPolicies }) => {
    if (!(await hasCitus.only(client)).hasCitus)
      throw new OperatorError('this database has no extension citus: see docs/citus.md');
    if (!bypassesPolicies)
      throw new OperatorError(
        'the owner must be a superuser, who sees the rows of all organizations: Citus copies them',
      );
    const impossible = await distribute(client, createLog('warn'));
    process.stdout.write('the tables are distributed by tenant_id\n');
    if (impossible.length > 0)
      process.stdout.write(
        `without these foreign keys, which Citus cannot have:\n${impossible.map((name) => `  ${name}\n`).join('')}`,
      );
  });
}
