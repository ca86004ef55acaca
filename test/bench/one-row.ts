import { newId } from '../../src/platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../src/platform/database/database.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence } from '../../src/app/persistence.js';
import { WebhookEntity } from '../../src/modules/webhooks/webhook.entity.js';
import { configFor } from '../support/config.js';
import { startAlone } from './setup.js';
import { table } from './table.js';

const ROUNDS = 40;
const CHANGES_PER_ROUND = 25;
const WARM_UP_ROUNDS = 12;

interface Row {
  tenantId: string;
  id: string;
}

/** One way to change two columns of a row. */
interface Contender {
  who: string;
  change: (em: EntityManager, row: Row, count: number) => Promise<unknown>;
}

interface Measured {
  /** Of each change, to the end of its flush: without the commit, which waits for the disk. */
  wallUs: number[];
  /** Of each round: a change with its whole transaction, without PostgreSQL's own share. */
  cpuUs: number[];
  statements: number;
}

const CONTENDERS: readonly Contender[] = [
  {
    who: 'entity: load, change, flush',
    change: async (em, row, count) => {
      const webhook = await em.findOneOrFail(WebhookEntity, row);
      webhook.consecutiveFailures = count;
      webhook.updatedAt = new Date();
    },
  },
  {
    who: 'Kysely: SELECT, UPDATE',
    change: async (em, row, count) => {
      const found = query(em).selectFrom('webhooks').selectAll();
      await found.where('tenant_id', '=', row.tenantId).where('id', '=', row.id).executeTakeFirstOrThrow();
      await update(em, row, count);
    },
  },
  { who: 'Kysely: UPDATE', change: update },
];

/**
 * One change of one row in a transaction of the service's own database access, by the unit of work and by Kysely, in
 * this process. Rounds in turn, so that other load on the machine affects all contenders.
 */
export async function changeOneRow(stack: AsyncDisposableStack): Promise<void> {
  const { url, tenantId } = await startAlone(stack);
  let statements = 0;
  const intercept = (text: string) => {
    statements += 1;
    return text;
  };
  const persistence = await openPersistence(configFor(url), createLog('silent'), { intercept });
  stack.defer(() => persistence.close());
  const { database } = persistence;
  const measured = CONTENDERS.map((): Measured => ({ wallUs: [], cpuUs: [], statements: 0 }));
  await database.within({ kind: 'tenant', tenantId }, async () => {
    const row = await createRow(database.fork(), tenantId);
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      for (const [index, contender] of CONTENDERS.entries()) {
        const into = round < 0 ? undefined : measured[index];
        const before = statements;
        await runRound(database, contender, row, into);
        if (into) into.statements = (statements - before) / CHANGES_PER_ROUND;
      }
    }
  });
  print(measured);
}

/** A webhook, the entity with most columns that people edit. */
async function createRow(em: EntityManager, tenantId: string): Promise<Row> {
  const { id: createdBy } = await query(em).selectFrom('users').select('id').executeTakeFirstOrThrow();
  const [id, at] = [newId(), new Date()];
  const fields = { url: 'https://bench.example/', host: 'bench.example', events: ['*'], secret: 'sealed' };
  em.create(WebhookEntity, {
    ...fields,
    id,
    tenantId,
    format: 'json',
    status: 'active',
    consecutiveFailures: 0,
    createdBy,
    createdAt: at,
    updatedAt: at,
  });
  await em.flush();
  return { tenantId, id };
}

async function runRound(database: Database, { change }: Contender, row: Row, into?: Measured): Promise<void> {
  const cpu = process.cpuUsage();
  for (let no = 0; no < CHANGES_PER_ROUND; no += 1) {
    // Every request has an entity manager of its own.
    await database.fork().transactional(async (em) => {
      const startedAt = performance.now();
      await change(em, row, no + 1);
      await em.flush();
      into?.wallUs.push((performance.now() - startedAt) * 1_000);
    });
  }
  const { user, system } = process.cpuUsage(cpu);
  into?.cpuUs.push((user + system) / CHANGES_PER_ROUND);
}

async function update(em: EntityManager, { tenantId, id }: Row, count: number): Promise<void> {
  const updates = query(em).updateTable('webhooks').set({ consecutive_failures: count, updated_at: new Date() });
  await updates.where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

function print(measured: readonly Measured[]): void {
  const rows = measured.map(({ wallUs, cpuUs, statements }, index) => [
    CONTENDERS[index]?.who ?? '',
    String(statements),
    median(wallUs).toFixed(0),
    median(cpuUs).toFixed(0),
  ]);
  process.stdout.write(
    `\none-row: ${ROUNDS * CHANGES_PER_ROUND} changes of one row each, in transactions, medians\n` +
      table(['', 'statements', 'µs', 'µs of CPU'], rows),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
