import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DistinctSubscriptions } from '../../src/graphql/distinct-subscriptions.js';
import { Socket } from '../http/socket.js';
import { startService, type TestService } from '../support/service.js';

const DISTINCT_MAX = 50;
const ON_ONE_SOCKET = 10;

describe('different subscriptions', () => {
  it('are counted by owner, equal ones once, until the last of them ends', () => {
    const subscriptions = new DistinctSubscriptions(2);
    const leave = [subscriptions.add('t', 'a'), subscriptions.add('t', 'a'), subscriptions.add('t', 'b')];
    expect(subscriptions.add('t', 'c')).toBeNull();
    expect(subscriptions.add('u', 'c')).not.toBeNull();
    leave[0]?.();
    leave[0]?.();
    expect(subscriptions.add('t', 'c')).toBeNull();
    leave[1]?.();
    expect(subscriptions.add('t', 'c')).not.toBeNull();
  });
});

describe('a person with 50 different subscriptions', () => {
  let service: TestService;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    for (const socket of sockets) await socket.close();
    await service.stop();
  });

  const open = async () => {
    const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
    sockets.push(socket);
    return socket;
  };

  it('opens no other one, but any that is open already, and another one when one has ended', async () => {
    const text = (no: number) => `subscription { a${no}: scansChanged { id } }`;
    for (let no = 0; no < DISTINCT_MAX; no += ON_ONE_SOCKET) {
      const socket = await open();
      for (let at = no; at < no + ON_ONE_SOCKET; at += 1) socket.subscribe(text(at));
      await socket.message(() => socket.messages.filter(({ type }) => type === 'next').length === ON_ONE_SOCKET);
    }
    const last = await open();
    const refused = await last.ask(text(DISTINCT_MAX));
    expect(refused.errors?.map(({ extensions }) => extensions.code)).toEqual(['RATE_LIMITED']);
    expect((await last.ask(text(7))).errors).toBeUndefined();
    const colleague = await Socket.connect(service.baseUrl, service.a.member.token);
    sockets.push(colleague);
    expect((await colleague.ask(text(DISTINCT_MAX))).errors).toBeUndefined();
    await sockets[0]?.close();
    expect((await last.ask(text(DISTINCT_MAX))).errors).toBeUndefined();
  });
});
