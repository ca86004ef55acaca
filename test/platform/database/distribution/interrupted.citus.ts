import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createLog } from '../../../../src/platform/log.js';
import { distribute, isImpossible } from '../../../../src/platform/database/distribution/distribute.js';
import { foreignKeys, tablesOf, triggersOf } from '../../../../src/platform/database/distribution/distribution.sql.js';
import { kindOf } from '../../../../src/platform/database/distribution/table-kinds.js';
import { eventually } from '../../../support/eventually.js';
import { createClusterDatabase } from './cluster.js';

const log = createLog('silent');
/** Of two distributions, of which each takes a minute on a busy machine. */
const TWICE_MS_MAX = 600_000;

it(
  'a cluster has all foreign keys and triggers after a distribution that ended in the middle, and another',
  async () => {
    let keys: { name: string }[] = [];
    let triggers: { name: string }[] = [];
    const database = await createClusterDatabase(async (client, url) => {
      keys = (await foreignKeys.all(client)).filter((key) => !isImpossible(key));
      triggers = await triggersOf.all(client);
      const dying = new Client({ connectionString: url });
      dying.on('error', () => undefined);
      await dying.connect();
      const died = distribute(dying, log).catch((err: unknown) => err);
      await eventually(async () => {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ~ '^select create_distributed_table\\(''[f-t]'`,
        );
        return rowCount === 0 ? null : true;
      });
      expect(await died).toBeInstanceOf(Error);
      const placed = (await tablesOf.all(client)).filter(({ isPlaced }) => isPlaced);
      expect(placed).toEqual([]);
      await distribute(client, log);
    });
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
      expect(names(await foreignKeys.all(client))).toEqual(names(keys));
      expect(names(await triggersOf.all(client))).toEqual(names(triggers));
      const wanted = (await tablesOf.all(client)).filter(({ name }) => kindOf(name) !== 'local');
      expect(wanted.filter(({ isPlaced }) => !isPlaced)).toEqual([]);
    } finally {
      await client.end();
      await database.drop();
    }
  },
  TWICE_MS_MAX,
);
