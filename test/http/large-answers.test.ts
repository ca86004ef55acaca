import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import Koa from 'koa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { UnreadAnswers } from '../../src/graphql/unread-answers.js';
import { chargeMade, holdUnread } from '../../src/http/made-answers.js';
import { universalControlId } from '../catalogue/shipped.js';
import { assess } from '../ucf/assessments.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { Socket } from './socket.js';

/** Thirty times the texts of one framework: fields for one unit, and half a megabyte. */
const LONG = `{ controls(framework: "SOC 2") { ${Array.from({ length: 30 }, (_, no) => `a${no}: description`).join(' ')} } }`;
/** Those of all frameworks, of some six megabytes: more than the buffers of the system take. */
const longest = (name: string) =>
  `{ frameworks { controls { ${Array.from({ length: 24 }, (_, no) => `${name}${no}: description`).join(' ')} } } }`;
const BYTES_PER_UNIT = 65_536;

describe('a large answer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

  it('costs a unit for each 64 KiB, over HTTP and a socket', async () => {
    const { admin } = service.a;
    const before = left(await admin.graphql('{ me { id } }'));
    const answer = await admin.graphql(LONG);
    const units = Math.floor(Buffer.byteLength(answer.text) / BYTES_PER_UNIT);
    expect(units).toBeGreaterThan(4);
    expect(before - left(answer)).toBe(units);
    const socket = await Socket.connect(service.baseUrl, admin.token);
    const again = left(await admin.graphql('{ me { id } }'));
    expect((await socket.ask(LONG)).errors).toBeUndefined();
    expect(again - left(await admin.graphql('{ me { id } }'))).toBeGreaterThanOrEqual(1 + 1 + units);
    await socket.close();
  });

  it('costs its size as a streamed list too, and wholly alone even beyond the quota', async () => {
    const tenant = await service.addTenant('Streams', 'ENTERPRISE');
    const { admin } = tenant;
    for (let no = 0; no < 60; no += 1)
      await assess(admin, universalControlId('UCF-GOV-01'), 'compliant', { details: 'x'.repeat(9_000) });
    await service.database.query('update tenants set rate_limit_per_minute = 70 where id = $1', [tenant.tenantId]);
    const before = left(await admin.graphql('{ me { id } }'));
    const whole = await admin.get('/api/ucf/assessments');
    const units = Math.floor(Buffer.byteLength(whole.text) / BYTES_PER_UNIT);
    expect(whole.status).toBe(200);
    expect(units).toBeGreaterThan(7);
    expect(before - left(await admin.graphql('{ me { id } }'))).toBe(units + 1);
  });

  it('is refused beyond 8 MiB, over HTTP, a socket and an event stream', async () => {
    const expected = { code: 'QUERY_TOO_LARGE', limit: 8 * 1024 * 1024 };
    const { admin } = service.a;
    for (let no = 0; no < 50; no += 1)
      await assess(admin, universalControlId('UCF-GOV-01'), 'compliant', { details: 'x'.repeat(9_000) });
    const texts = Array.from({ length: 20 }, (_, no) => `a${no}: details`).join(' ');
    const tooLong = `{ assessments(first: 100) { nodes { ${texts} } } }`;
    const socket = await Socket.connect(service.baseUrl, admin.token);
    const stream = await fetch(new URL('/graphql/stream', service.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token ?? ''}` },
      body: JSON.stringify({ query: tooLong }),
    });
    expect((await admin.graphql(tooLong)).body).toMatchObject({ errors: [{ extensions: expected }] });
    expect(await socket.ask(tooLong)).toMatchObject({ errors: [{ extensions: expected }] });
    expect(await stream.text()).toContain('QUERY_TOO_LARGE');
    await socket.close();
  });

  it('is not made for a request that waited while others used the quota up', async () => {
    const tenant = await service.addTenant('Crowd', 'ENTERPRISE');
    await service.database.query('update tenants set rate_limit_per_minute = 60 where id = $1', [tenant.tenantId]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tenant.admin.graphql(LONG)));
    const made = answers.filter(({ status }) => status === 200);
    // Three of an organization are executed at once; seven of them cost more than there is.
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(7 + 3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - made.length);
  });
});

describe('an answer that the chain left as a value', () => {
  const charged: number[] = [];
  let server: Server;
  beforeAll(async () => {
    const koa = new Koa();
    const bodies: Record<string, unknown> = {
      '/object': { data: 'ü' },
      '/list': [{ id: 1 }],
      '/graph': Object.assign(Object.create(null) as object, { id: 1 }),
      '/text': '{"id":1}',
      '/bytes': Buffer.from('{"id":1}'),
    };
    koa.use(async (ctx, next) => {
      ctx.state.chargeAnswer = (bytes: number) => charged.push(bytes);
      await next();
      await chargeMade(ctx);
    });
    koa.use((ctx) => {
      ctx.body = bodies[ctx.path];
    });
    const answer = koa.callback();
    server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it.each(['/object', '/list', '/graph', '/text', '/bytes'])(
    'is counted by the bytes that are sent: %s',
    async (path) => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      const { byteLength } = await answer.arrayBuffer();
      expect(byteLength).toBeGreaterThan(7);
      expect(charged.splice(0)).toEqual([byteLength]);
      if (!['/text', '/bytes'].includes(path)) expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );
});

describe('answers that nobody reads', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    await service.database.query('update tenants set rate_limit_per_minute = 100000');
  });
  afterAll(() => service.stop());

  it('are made up to 32 MiB for a person, who is then refused until they are read or their connections end', async () => {
    const { admin, member } = service.a;
    const url = new URL(service.baseUrl);
    const sockets: import('node:net').Socket[] = [];
    // Each with names of its own: no answer is that of another one, from the cache.
    const open = (no: number) => {
      const body = JSON.stringify({ query: longest(`a${no}_`) });
      const socket = connect(Number(url.port), url.hostname).pause();
      socket.on('error', () => undefined);
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: application/json\r\n` +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
      sockets.push(socket);
    };
    try {
      const own = await eventually(async () => {
        if (sockets.length < 10) open(sockets.length);
        const answer = await admin.graphql('{ me { id } }');
        return answer.status === 429 ? answer : null;
      });
      expect(own.text).toContain('is not read yet');
      expect(own.headers.get('retry-after')).toBe('60');
      expect((await member.graphql('{ me { id } }')).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await eventually(async () => (await admin.graphql('{ me { id } }')).status === 200 || null);
  });
});

describe('the OpenAPI document', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('costs a stranger its size, and a unit where it has not changed', async () => {
    const get = (headers: Record<string, string>) => fetch(new URL('/api/openapi.json', service.baseUrl), { headers });
    const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
    const first = await get({});
    const units = Math.floor(Buffer.byteLength(await first.text()) / BYTES_PER_UNIT);
    expect(units).toBeGreaterThan(4);
    const again = await get({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(left(first) - left(again)).toBe(1);
    const whole = await get({});
    expect(left(again) - left(whole)).toBe(units);
  });
});

function* endless() {
  for (;;) yield 'x'.repeat(100_000);
}

describe('an answer that its client does not read', () => {
  let server: Server;
  let finished = false;

  async function serve(limitMs: number, body: () => string | Readable = () => 'x'.repeat(100_000_000)): Promise<void> {
    const koa = new Koa();
    koa.use(holdUnread({ unread: new UnreadAnswers(), trustProxy: false, everyMs: limitMs }));
    koa.use((ctx) => {
      ctx.res.once('finish', () => (finished = true));
      ctx.body = body();
    });
    finished = false;
    const answer = koa.callback();
    server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const REQUEST = (connection: string) => `GET / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`;
  const open = (connection = 'close') => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(REQUEST(connection));
    return socket;
  };

  const bodies = { made: undefined, streamed: () => Readable.from(endless()) };

  it.each(Object.entries(bodies))('ends its connection: %s', async (_kind, body) => {
    await serve(100, body);
    const socket = open().pause();
    const [accepted] = (await once(server, 'connection')) as [import('node:net').Socket];
    await once(accepted, 'close');
    expect(finished).toBe(false);
    socket.destroy();
  });

  it('ends its connection where it is short, and others before it have filled what is between', async () => {
    await serve(100, () => 'x'.repeat(50_000));
    const socket = open('keep-alive').pause();
    const [accepted] = (await once(server, 'connection')) as [import('node:net').Socket];
    const closed = once(accepted, 'close');
    // Until one of them no longer fits the buffers of the system.
    for (let isOpen = true; isOpen; isOpen = !socket.destroyed && !accepted.destroyed) {
      socket.write(REQUEST('keep-alive'));
      await Promise.race([closed, setTimeout(10)]);
    }
    await closed;
    socket.destroy();
  });

  it('is sent to one that reads it with pauses which are shorter', async () => {
    await serve(20_000);
    const socket = open();
    let bytes = 0;
    socket.on('data', (piece) => {
      bytes += piece.length;
      if (bytes % 20 > 0) return;
      socket.pause();
      void setTimeout(50).then(() => socket.resume());
    });
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(100_000_000);
  });
});
