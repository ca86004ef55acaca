import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/access/scopes.js';
import { OpenRequests, watchRequest } from '../../src/http/open-requests.js';
import { createLink, openLink, REVOKE } from '../auditor-links/auditor-links.js';
import { BOUNDARY, file, formOf, UPLOAD } from '../evidence/form.js';
import { createKey, REVOKE_API_KEY } from '../support/api-keys.js';
import { eventually } from '../support/eventually.js';
import { createScimToken, person, REVOKE_SCIM_TOKEN } from '../support/scim.js';
import { received } from './connections.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

/** Interval at which the service looks. */
const LOOK_MS = 2_000;
const JSON_TYPE = 'application/json';
const ASKED = JSON.stringify({ query: '{ me { id } }' });

/** A request of which a client has sent the head and the beginning of the body. */
interface Held {
  socket: Socket;
  received: () => string;
  /** Sends the rest. */
  finish: () => void;
}

describe('a request that is under way', () => {
  let service: TestService;
  let tenant: TestTenant;
  let kept: Held;
  let keptSince = 0;
  const held = new Map<string, Held>();
  /** Of these, the ones that the service has begun. */
  let begun = 0;

  const hold = (token: string | null, path = '/graphql', body: Buffer | string = ASKED, type = JSON_TYPE): Held => {
    const { hostname: host, port } = new URL(service.baseUrl);
    const socket = connect({ host, port: Number(port) }).on('error', () => undefined);
    const bytes = Buffer.from(body);
    const text = received(socket);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}:${port}`,
      `Authorization: Bearer ${token ?? ''}`,
      `Content-Type: ${type}`,
      'X-Held: 1',
      `Content-Length: ${bytes.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(bytes.subarray(0, 10));
    return { socket, received: text, finish: () => void socket.write(bytes.subarray(10)) };
  };

  /** What withdraws each credential after its request has begun. */
  const withdrawals: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    service = await startService();
    service.app.server.prependListener('request', ({ headers }: IncomingMessage) => {
      if (headers['x-held'] !== undefined) begun += 1;
    });
    tenant = await service.addTenant('Withdrawn', 'ENTERPRISE');
    const { admin, member, auditor } = tenant;
    const input = (value: object) => ({ input: value });
    kept = hold(admin.token);
    keptSince = performance.now();

    const key = await createKey(admin, { scopes: SCOPES });
    held.set('an API key that is revoked', hold(key.key));
    const form = formOf([file('x'.repeat(1_000))]);
    held.set(
      'an API key that is revoked, in an upload',
      hold(key.key, UPLOAD, form, `multipart/form-data; boundary=${BOUNDARY}`),
    );
    withdrawals.push(() => admin.data(REVOKE_API_KEY, input({ apiKeyId: key.apiKey.id })));

    held.set('a session that is ended', hold(auditor.token));
    withdrawals.push(() => auditor.data('mutation { logout { session { id } } }'));

    const { me } = await member.data<{ me: { id: string } }>('{ me { id } }');
    held.set('a member who is removed', hold(member.token));
    const remove = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }';
    withdrawals.push(() => admin.data(remove, input({ userId: me.id })));

    const link = await createLink(admin);
    held.set('a link of an auditor that is revoked', hold((await openLink(service, link.secret)).token));
    withdrawals.push(() => admin.data(REVOKE, input({ auditorLinkId: link.id })));

    const { token, scimToken } = await createScimToken(admin);
    held.set(
      'a SCIM token that is revoked',
      hold(token, '/scim/v2/Users', JSON.stringify(person('late@withdrawn.example')), 'application/scim+json'),
    );
    withdrawals.push(() => admin.data(REVOKE_SCIM_TOKEN, input({ scimTokenId: scimToken.id })));

    const changing = await service.addTenant('Changed', 'ENTERPRISE');
    held.set('an auditor who becomes a member', hold(changing.auditor.token));
    const { me: demoted } = await changing.auditor.data<{ me: { id: string } }>('{ me { id } }');
    const change = 'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }';
    withdrawals.push(() => changing.admin.data(change, input({ userId: demoted.id, role: 'member' })));

    // The caller of each is looked up by then: those of one organization in their order.
    await eventually(async () => begun >= held.size + 1 || null);
    for (const withdraw of withdrawals) await withdraw();
  });
  afterAll(async () => {
    for (const { socket } of [kept, ...held.values()]) socket.destroy();
    await service.stop();
  });

  it.each([
    'an API key that is revoked',
    'an API key that is revoked, in an upload',
    'a session that is ended',
    'a member who is removed',
    'a link of an auditor that is revoked',
    'a SCIM token that is revoked',
    'an auditor who becomes a member',
  ])('of %s is ended with its connection, and not done', async (name) => {
    const request = held.get(name);
    if (!request) throw new Error(`no request of ${name} is held`);
    if (!request.socket.closed) await once(request.socket, 'close');
    expect(request.received()).toBe('');
  });

  it('goes on where nothing has changed, however long its client takes', async () => {
    // Two looks at it, at least.
    await setTimeout(Math.max(0, 2 * LOOK_MS + 500 - (performance.now() - keptSince)));
    expect(kept.received()).toBe('');
    kept.finish();
    await once(kept.socket, 'data');
    expect(kept.received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a look at requests that are under way', () => {
  const EVERY_MS = 20;
  const request = (credential: string, found: () => Promise<string | null>, ended: string[]) => ({
    credential,
    recheck: found,
    mustEnd: (caller: string | null) => caller === null,
    end: () => void ended.push(credential),
  });

  it('looks each credential up once, however many of its requests are open, and never one that is over', async () => {
    const requests = new OpenRequests(EVERY_MS);
    const [lookedUp, ended]: [string[], string[]] = [[], []];
    const found = (credential: string) => () => {
      lookedUp.push(credential);
      return Promise.resolve(null);
    };
    const many = Array.from({ length: 20 }, () => 'a');
    const stops = [...many, 'b'].map((each) => requests.watch(request(each, found(each), ended)));
    requests.watch(request('c', found('c'), ended))();
    while (ended.length < many.length + 1) await setTimeout(EVERY_MS);
    for (const stop of stops) stop();
    expect(ended.toSorted()).toEqual([...many, 'b']);
    // Those that begin in the moment of a look are seen by the next.
    expect(lookedUp.filter((each) => each === 'a').length).toBeLessThanOrEqual(2);
    expect(lookedUp).toContain('b');
    expect(lookedUp).not.toContain('c');
  });

  it('never sees one whose client has gone before its caller was found', async () => {
    const requests = new OpenRequests(EVERY_MS);
    const ended: string[] = [];
    const found = () => Promise.resolve(null);
    const ctx = (isClosed: boolean) =>
      ({
        req: { socket: { destroyed: false } },
        res: Object.assign(new EventEmitter(), { closed: isClosed }),
        state: {},
      }) as never;
    watchRequest(ctx(true), requests, request('gone', found, ended));
    watchRequest(ctx(false), requests, request('there', found, ended));
    while (ended.length === 0) await setTimeout(EVERY_MS);
    await setTimeout(3 * EVERY_MS);
    expect(ended).toEqual(['there']);
  });

  it('ends none that has ended meanwhile: its connection may carry another one', async () => {
    const requests = new OpenRequests(EVERY_MS);
    const ended: string[] = [];
    const looked = Promise.withResolvers<null>();
    let isLooking = false;
    const stop = requests.watch(
      request(
        'a',
        () => {
          isLooking = true;
          return looked.promise;
        },
        ended,
      ),
    );
    await eventually(async () => isLooking || null);
    stop();
    looked.resolve(null);
    await setTimeout(3 * EVERY_MS);
    expect(ended).toEqual([]);
  });

  it('ends nothing where the database does not answer, and looks again', async () => {
    const requests = new OpenRequests(EVERY_MS);
    const ended: string[] = [];
    let looks = 0;
    const found = () => {
      looks += 1;
      return looks < 3 ? Promise.reject(new Error('no connection')) : Promise.resolve(null);
    };
    const stop = requests.watch(request('a', found, ended));
    while (ended.length === 0) await setTimeout(EVERY_MS);
    stop();
    expect(looks).toBeGreaterThanOrEqual(3);
  });
});
