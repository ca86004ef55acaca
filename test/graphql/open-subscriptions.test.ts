import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/context.js';
import { OpenSubscriptions } from '../../src/graphql/open-subscriptions.js';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { startService, type TestService } from '../support/service.js';

const [DISTINCT_MAX, OF_PERSON_MAX, OF_ORGANIZATION_MAX] = [50, 200, 1_000];
const ON_ONE_SOCKET = 10;
const OPERATIONS_MAX = 20;

describe('open subscriptions', () => {
  const viewer = (userId: string, others: Partial<Viewer> = {}) =>
    ({ userId, apiKeyId: null, auditorLink: null, tenantId: 't', ...others }) as Viewer;
  const [ann, bob] = [viewer('ann'), viewer('bob')];

  it('are counted as different by owner, equal ones once, until the last of them ends', () => {
    const subscriptions = new OpenSubscriptions({ different: 2, differentOfTenant: 10, ofOwner: 10, ofTenant: 10 });
    const leave = ['a', 'a', 'b'].map((key) => subscriptions.add(ann, key));
    const refusal = 'at most 2 different subscriptions of a person or key are open at once';
    expect(() => subscriptions.add(ann, 'c')).toThrow(refusal);
    subscriptions.add(bob, 'c');
    leave[0]?.();
    leave[0]?.();
    expect(() => subscriptions.add(ann, 'c')).toThrow(refusal);
    leave[1]?.();
    subscriptions.add(ann, 'c');
  });

  it('are counted as different by organization, whoever has opened them', () => {
    const subscriptions = new OpenSubscriptions({ different: 2, differentOfTenant: 3, ofOwner: 10, ofTenant: 10 });
    for (const key of ['a', 'b']) subscriptions.add(ann, key);
    const leave = subscriptions.add(bob, 'c');
    subscriptions.add(bob, 'a');
    const refusal = 'at most 3 different subscriptions of an organization are open at once';
    expect(() => subscriptions.add(viewer('joe'), 'd')).toThrow(refusal);
    subscriptions.add(viewer('joe', { tenantId: 'u' }), 'd');
    leave();
    subscriptions.add(viewer('joe'), 'd');
  });

  it(`are at most ${OF_PERSON_MAX} of a person or key and ${OF_ORGANIZATION_MAX} of an organization, equal ones too; a refused one counts nowhere`, () => {
    const subscriptions = new OpenSubscriptions();
    const owners = [ann, bob, viewer('eve'), viewer('ann', { apiKeyId: 'k1' }), viewer('ann', { apiKeyId: 'k2' })];
    const leave = owners.flatMap((owner) => Array.from({ length: OF_PERSON_MAX }, () => subscriptions.add(owner, 'a')));
    const ofPerson = `at most ${OF_PERSON_MAX} subscriptions of a person or key are open at once`;
    const ofOrganization = `at most ${OF_ORGANIZATION_MAX} subscriptions of an organization are open at once`;
    for (const owner of owners) expect(() => subscriptions.add(owner, 'a')).toThrow(ofPerson);
    const other = viewer('joe');
    expect(() => subscriptions.add(other, 'a')).toThrow(ofOrganization);
    subscriptions.add(viewer('ann', { tenantId: 'u' }), 'a');
    leave[0]?.();
    subscriptions.add(other, 'a');
    expect(() => subscriptions.add(ann, 'a')).toThrow(ofOrganization);
  });
});

describe('a person with 200 equal subscriptions', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('opens no other one, over a socket or as a stream, until one has ended', async () => {
    const { baseUrl, a } = service;
    const text = 'subscription { scoreChanged { sequence } }';
    const sockets: Socket[] = [];
    for (let no = 0; no < OF_PERSON_MAX; no += OPERATIONS_MAX) {
      const socket = await Socket.connect(baseUrl, a.admin.token);
      sockets.push(socket);
      for (let at = 0; at < OPERATIONS_MAX; at += 1) socket.subscribe(text);
      await socket.message(() => socket.messages.filter(({ type }) => type === 'next').length === OPERATIONS_MAX);
    }
    const last = await Socket.connect(baseUrl, a.admin.token);
    const refusal = { extensions: { code: 'RATE_LIMITED' }, message: expect.stringContaining('at most 200') as string };
    expect((await last.ask(text)).errors).toMatchObject([refusal]);
    expect((await EventStream.ask(a.admin, text)).errors).toMatchObject([refusal]);
    expect((await EventStream.ask(a.member, text)).errors).toBeUndefined();
    await sockets[0]?.close();
    expect((await last.ask(text)).errors).toBeUndefined();
    for (const socket of [...sockets.slice(1), last]) await socket.close();
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
