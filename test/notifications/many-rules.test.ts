import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailServer } from '../mail/mail-server.js';
import type { TestService } from '../support/service.js';
import { startMailedService, type DueNotifications } from './due-notifications.js';
import { controlFailed, createRule } from './notified-tenant.js';

/** More than one look finds of one organization, and than it ever found of all. */
const RULES = 150;
/** Messages that may go out before the first of another organization. */
const BEFORE = 20;

describe('an organization with many rules that are due', () => {
  let mailServer: MailServer;
  let service: TestService;
  let due: DueNotifications;

  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ service, due, mailServer, stop } = await startMailedService());
  });
  afterAll(() => stop());

  /** Writes copies of a rule, as if many members had set them up. */
  const copy = async (ruleId: string, count: number) => {
    const [{ columns } = { columns: '' }] = await service.database.query<{ columns: string }>(
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = 'notification_rules' and column_name <> 'id'`,
    );
    await service.database.query(
      `insert into notification_rules (id, ${columns})
       select ids.id, ${columns} from notification_rules r, unnest($2::uuid[]) as ids (id) where r.id = $1`,
      [ruleId, Array.from({ length: count }, () => randomUUID().replace(/^./, '0'))],
    );
  };

  it('delays neither the message of another one nor its mail, though its own have waited longer', async () => {
    await copy(await createRule(service.a.member, {}), RULES - 1);
    await createRule(service.b.member, {});
    await controlFailed(service.database, service.a.tenantId, 'soc2', 'CC6.1');
    await controlFailed(service.database, service.b.tenantId, 'soc2', 'CC6.1');
    await due.runAt(new Date(Date.now() + 1_000));
    const receivers = mailServer.received.flatMap(({ to }) => to);
    const place = receivers.indexOf(service.b.emails.member);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(BEFORE);
    expect(receivers.filter((to) => to === service.a.emails.member)).toHaveLength(RULES);
  });
});
