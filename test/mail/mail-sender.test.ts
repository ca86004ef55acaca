import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Vault } from '../../src/platform/crypto/vault.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import type { Mail, MailTransport } from '../../src/platform/mail/mail.js';
import { MailSender } from '../../src/platform/mail/mail-sender.js';
import { OutgoingMails } from '../../src/platform/mail/outgoing-mails.js';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { anyOf } from '../support/any-of.js';
import { eventually } from '../support/eventually.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';

const MAIL = {
  ...{ kind: 'news', language: 'en', to: 'reader@partner.example' },
  ...{ subject: 'News', text: 'Hello', html: '<p>Hello</p>' },
};
const HOUR_MS = 3_600_000;

/** Transport that waits for the test before it accepts a mail, and records it. */
class SlowTransport implements MailTransport {
  readonly sent: { id: string; mail: Mail }[] = [];
  begun = 0;
  before: (mail: Mail) => Promise<void> = () => Promise.resolve();

  async send(id: string, mail: Mail): Promise<void> {
    this.begun += 1;
    await this.before(mail);
    this.sent.push({ id, mail });
  }

  close(): void {
    this.sent.length = 0;
  }
}

describe('the sender of mail', () => {
  const log = createLog('silent');
  const vault = new Vault(randomBytes(32));
  let service: TestService;
  let persistence: Persistence;
  let jobs: Jobs;
  let transport: SlowTransport;

  beforeAll(async () => {
    // Nothing of the service itself sends: it is no worker.
    service = await startService({ settings: { role: 'web' } });
    persistence = await openPersistence(service.config, log);
    jobs = new Jobs({ url: persistence.serviceUrl, log });
  });
  afterAll(async () => {
    await jobs.stop();
    await persistence.close();
    await service.stop();
  });
  beforeEach(async () => {
    transport = new SlowTransport();
    await service.database.query('delete from mails');
  });

  /** Sends what is due, as another process does. */
  const send = () => runPools(sender().pool);
  const sender = () =>
    new MailSender({
      database: persistence.database,
      vault,
      transport,
      jobs,
      log,
      backoff: { gapsMs: [60_000, 120_000] },
    });
  const add = (expiresAt = new Date(Date.now() + HOUR_MS), reference = 'one') => {
    const { tenantId } = service.a;
    return persistence.database.within({ kind: 'tenant', tenantId }, () =>
      new OutgoingMails(vault).add(persistence.database.fork(), tenantId, { reference, mail: MAIL, expiresAt }),
    );
  };
  const waiting = () =>
    service.database.query<{ attempts: number; gap: number; failed: boolean }>(
      `select attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as gap,
         failed_at is not null as failed from mails`,
    );

  it('sends a mail once, although two processes find it at the same time', async () => {
    await add();
    let letGo: () => void = () => undefined;
    transport.before = () => new Promise((resolve) => (letGo = resolve));
    const first = send();
    while (transport.begun === 0) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([send(), send()]);
    letGo();
    await first;
    expect(transport.sent).toEqual([{ id: anyOf(String), mail: MAIL }]);
    expect(await waiting()).toEqual([]);
  });

  it('takes over from a process that died, under the same message id, and ignores its late outcome', async () => {
    await add();
    let letGo: () => void = () => undefined;
    transport.before = () => new Promise((resolve) => (letGo = resolve));
    const slow = send();
    while (transport.begun === 0) await new Promise((resolve) => setImmediate(resolve));
    await service.database.query('update mails set lease_expires_at = now()');
    transport.before = () => Promise.reject(new Error('away'));
    await send();
    letGo();
    await slow;
    // The slow one handed it over, but the mail is another's by now: it stays, and the receiver drops the double.
    expect(await waiting()).toEqual([{ attempts: 2, gap: 2, failed: false }]);
    transport.before = () => Promise.resolve();
    await service.database.query('update mails set next_attempt_at = now()');
    await send();
    expect(new Set(transport.sent.map(({ id }) => id)).size).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  it('waits longer after each failure, and fails a mail whose next attempt would come too late', async () => {
    await add(new Date(Date.now() + HOUR_MS));
    transport.before = () => Promise.reject(new Error('away'));
    const gaps: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await service.database.query('update mails set next_attempt_at = now()');
      await send();
      gaps.push((await waiting())[0]?.gap ?? 0);
    }
    expect(gaps).toEqual([1, 2, 2]);
    await service.database.query(`update mails set next_attempt_at = now(), expires_at = now() + interval '1 minute'`);
    await send();
    expect(await waiting()).toEqual([{ attempts: 4, gap: 2, failed: true }]);
    await service.database.query('update mails set next_attempt_at = now()');
    await send();
    expect(transport.begun).toBe(4);
  });

  it('postpones a mail that cannot be unsealed, and sends the others', async () => {
    await add(undefined, 'broken');
    await service.database.query(`update mails set message = 'v1.other.AAAA'`);
    await add(undefined, 'whole');
    await send();
    expect(transport.sent).toHaveLength(1);
    expect(await waiting()).toEqual([{ attempts: 1, gap: 1, failed: false }]);
  });

  it('does not send a mail before its time', async () => {
    await add();
    await service.database.query(`update mails set next_attempt_at = now() + interval '1 minute'`);
    await send();
    expect(transport.begun).toBe(0);
  });

  it('sends the mail of one organization while that of another hangs, in turns and not by its age', async () => {
    for (let count = 0; count < 60; count += 1) await add(undefined, `waits ${count}`);
    await service.database.query(`update mails set next_attempt_at = next_attempt_at - interval '1 minute'`);
    const { tenantId } = service.b;
    const mail = { ...MAIL, to: 'other@partner.example' };
    await persistence.database.within({ kind: 'tenant', tenantId }, () =>
      new OutgoingMails(vault).add(persistence.database.fork(), tenantId, {
        ...{ reference: 'of the other', mail, expiresAt: new Date(Date.now() + HOUR_MS) },
      }),
    );
    let letGo: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (letGo = resolve));
    transport.before = ({ to }) => (to === mail.to ? Promise.resolve() : hanging);
    const { pool } = sender();
    await pool.wake();
    await eventually(() => Promise.resolve(transport.sent.length > 0 ? true : null), 20_000);
    expect(transport.sent.map((each) => each.mail.to)).toEqual([mail.to]);
    letGo();
    await pool.settled();
    expect(transport.sent).toHaveLength(61);
  });
});
