import { defineEntity, p } from '@mikro-orm/core';
import { randomUUID } from 'node:crypto';
import { Database, sql } from '../../src/platform/database/database.js';
import { createLog } from '../../src/platform/log.js';
import { LeaseQueue, type Claimed } from '../../src/platform/queue/lease-queue.sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rows } from '../support/rows.js';

/** A queue on its own table, without the extensions of a feature. */
export const choreQueue = new LeaseQueue({
  name: 'chores',
  hasOwner: true,
  leaseSeconds: 60,
  isWaiting: (now) => sql`status = 'waiting' and due_at <= ${now}`,
  isLeased: sql`status = 'leased'`,
  isClaimable: sql`attempts < 3`,
  onClaim: () => sql`status = 'leased', attempts = attempts + 1`,
  row: { id: 'uuid', tenantId: 'uuid', leaseNumber: 'int4', attempts: 'int4' },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", lease_number as "leaseNumber", attempts from claimed`,
});

/** Entity of the table, required for a connection. */
const ChoreEntity = defineEntity({ name: 'Chore', tableName: 'chores', properties: { id: p.uuid().primary() } });

export type Chore = Claimed<typeof choreQueue>;

export interface ChoreRow {
  status: string;
  attempts: number;
  lease_owner: string | null;
  lease_number: number;
  /** Remaining time of the lease, by the database's clock; negative when it has expired, null without one. Seconds. */
  seconds_left: number | null;
  note: string | null;
}

/** A database with the table of the chores. */
export class ChoreDatabase {
  readonly tenantId = randomUUID();

  private constructor(
    readonly owner: TestDatabase,
    /** Database of one process. Each fork is its own connection. */
    readonly database: Database,
  ) {}

  static async open(): Promise<ChoreDatabase> {
    const owner = await createTestDatabase();
    await owner.query(`
      create table chores (
        id uuid primary key, tenant_id uuid not null, status text not null default 'waiting',
        due_at timestamptz not null default now() - interval '1 second', attempts integer not null default 0,
        lease_owner text, lease_number integer not null default 0, lease_expires_at timestamptz, note text
      )`);
    await owner.query('create table chore_notes (chore_id uuid not null references chores (id))');
    const database = await Database.connect({ url: owner.url, entities: [ChoreEntity], log: createLog('silent') });
    return new ChoreDatabase(owner, database);
  }

  /** Adds a due chore. @returns its id */
  async add(): Promise<string> {
    const id = randomUUID();
    await this.owner.query('insert into chores (id, tenant_id) values ($1, $2)', [id, this.tenantId]);
    return id;
  }

  /** Claims a chore as one process. @throws when it cannot be claimed */
  async claimed(id: string): Promise<Chore> {
    const [chore] = await this.claim(id);
    if (!chore) throw new Error('the chore cannot be claimed');
    return chore;
  }

  claim(id: string, now = new Date()): Promise<Chore[]> {
    return choreQueue.claim(this.database.fork(), { tenantId: this.tenantId, ids: [id], now });
  }

  /** Writes an outcome under a lease, as the statements of a feature do. @returns whether it was written */
  async finish(lease: Chore, status = 'done'): Promise<boolean> {
    const written = await rows(
      this.database.fork(),
      sql`update chores set status = ${status} where ${choreQueue.isHeld(lease)} returning 1`,
    );
    return written.length === 1;
  }

  /** Ids of the chores that are due. */
  async due(): Promise<string[]> {
    const due = await rows(
      this.database.fork(),
      sql<{ id: string }>`select id from chores where ${choreQueue.isDue(new Date())}`,
    );
    return due.map(({ id }) => id);
  }

  async expire(id: string): Promise<void> {
    await this.owner.query(`update chores set lease_expires_at = now() - interval '1 second' where id = $1`, [id]);
  }

  async row(id: string): Promise<ChoreRow | undefined> {
    const [row] = await this.owner.query<ChoreRow>(
      `select status, attempts, lease_owner, lease_number, note,
         extract(epoch from lease_expires_at - now())::float8 as seconds_left
       from chores where id = $1`,
      [id],
    );
    return row;
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.drop();
  }
}
