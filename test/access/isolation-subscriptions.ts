import { expect, it, describe } from 'vitest';
import { randomUUID } from 'node:crypto';
import { EventStream } from '../http/event-stream.js';
import { Socket, type LiveAnswer } from '../http/socket.js';
import { connect, runScan } from '../support/scans.js';
import { eventually } from '../support/eventually.js';
import type { Stage } from './isolation.js';
import { SUBSCRIPTION_PLACES } from './places.js';

/** Defines the tests of isolation between tenants in subscriptions. */
export function describeSubscriptions(stage: Stage): void {
  describe.each(Object.entries(SUBSCRIPTION_PLACES))('%s', (_name, { own, document }) => {
    it('returns the same over a socket for an id of another tenant, an unknown id and a malformed id', async () => {
      const socket = await Socket.connect(stage.service.baseUrl, stage.service.b.admin.token);
      const ask = async (id: string) => textOf(await socket.ask(document, { id }));
      expect(await ask(stage.beta[own])).toContain('"data"');
      const foreign = await ask(stage.alpha[own]);
      expect(foreign).toContain('NOT_FOUND');
      expect(await ask(randomUUID())).toBe(foreign);
      expect(await ask('no-uuid')).toBe(foreign);
      await socket.close();
    });

    it('returns the same over an event stream for an id of another tenant, an unknown id and a malformed id', async () => {
      const ask = async (id: string) => textOf(await EventStream.ask(stage.service.b.admin, document, { id }));
      expect(await ask(stage.beta[own])).toContain('"data"');
      const foreign = await ask(stage.alpha[own]);
      expect(foreign).toContain('NOT_FOUND');
      expect(await ask(randomUUID())).toBe(foreign);
      expect(await ask('no-uuid')).toBe(foreign);
    });
  });

  describe('Subscription.scansChanged', () => {
    it('sends only events about scans of its own tenant', async () => {
      const { baseUrl, b } = stage.service;
      const gamma = await stage.service.addTenant('Gamma', 'ENTERPRISE');
      await connect(gamma.admin, 'demo');
      const socket = await Socket.connect(baseUrl, b.admin.token);
      socket.subscribe(SCANS_CHANGED);
      await socket.message(({ type }) => type === 'next');
      const stream = await EventStream.open(b.admin, SCANS_CHANGED);
      await stream.first();

      const theirs = await runScan(gamma.admin);
      const mine = await runScan(b.admin);
      // Events come in order: when mine has arrived, theirs would have.
      const overSocket = await eventually(async () => textWith(mine.id, socket.messages));
      const overStream = await eventually(async () => textWith(mine.id, stream.events));
      expect(overSocket).not.toContain(theirs.id);
      expect(overStream).not.toContain(theirs.id);
      await stream.close();
      await socket.close();
    });
  });
}

const SCANS_CHANGED = 'subscription { scansChanged { id } }';

/** A response without the id of its request. */
function textOf(answer: LiveAnswer): string {
  return JSON.stringify(answer).replaceAll(/"requestId":"[^"]*"/g, '');
}

function textWith(id: string, events: unknown[]): string | null {
  const text = JSON.stringify(events);
  return text.includes(id) ? text : null;
}
