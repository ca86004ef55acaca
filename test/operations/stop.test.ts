import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { Client as Postgres } from 'pg';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const SCANS = 'subscription { scansChanged { id } }';

/** Blocks reads of scans until `release`. */
async function holdScans(
  service: TestService,
): Promise<{ waiting: () => Promise<boolean>; release: () => Promise<void> }> {
  const owner = new Postgres({ connectionString: service.database.url });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table scans in access exclusive mode');
  return {
    waiting: async () => {
      const found = await service.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return found.length > 0;
    },
    release: async () => {
      await owner.query('commit');
      await owner.end();
    },
  };
}

describe('a service that is stopped', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.database.drop());

  it('completes open requests, closes sockets with 1001, ends streams, and returns no 5xx', async () => {
    const { member } = service.a;
    const socket = await Socket.connect(service.baseUrl, member.token);
    socket.subscribe(SCANS);
    await socket.message(({ type }) => type === 'next');
    const stream = await EventStream.open(member, SCANS);
    await stream.first();
    const crowd = new Crowd(service);
    await crowd.settled();

    const lock = await holdScans(service);
    const open = member.get('/api/scans');
    await eventually(async () => ((await lock.waiting()) ? true : null));
    let isStopped = false;
    const stopped = service.app.stop().then(() => (isStopped = true));

    expect(await socket.closed).toMatchObject({ code: 1001 });
    await stream.ended;
    // Not completed: the client library connects again, to a process that goes on.
    expect(stream.text).not.toContain('event: complete');
    expect(stream.end).toEqual({ code: 'UNAVAILABLE', closeCode: 1001, message: 'Going away' });
    await expect(fetch(`${service.baseUrl}/livez`)).rejects.toThrow();
    expect(isStopped).toBe(false);

    await lock.release();
    const answer = await open;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await stopped;
    const statuses = await crowd.gone();
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});

describe('a service with idle connections', () => {
  it('stops without waiting for them', async () => {
    const service = await startService();
    const { hostname, port } = new URL(service.baseUrl);
    const neverUsed = connectTo(Number(port), hostname);
    await once(neverUsed, 'connect');
    const agent = new Agent({ keepAlive: true });
    const keptAlive = request({ hostname, port, path: '/livez', agent }).end();
    const [response] = (await once(keptAlive, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');

    const stoppedAt = Date.now();
    await service.stop();
    expect(Date.now() - stoppedAt).toBeLessThan(2_500);
    neverUsed.destroy();
    agent.destroy();
  });
});

/** Clients with keep-alive connections that send requests until their connection is closed. */
class Crowd {
  private readonly statuses: number[] = [];
  private readonly clients: Promise<void>[];

  constructor(service: TestService) {
    this.clients = Array.from({ length: 4 }, () => this.ask(service));
  }

  async settled(): Promise<void> {
    await eventually(async () => (this.statuses.length > 8 ? true : null));
  }

  async gone(): Promise<number[]> {
    await Promise.all(this.clients);
    return this.statuses;
  }

  private async ask({ a, baseUrl }: TestService): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: `Bearer ${a.member.token ?? ''}` };
    for (;;) {
      const status = await new Promise<number | null>((resolve) => {
        const sent = request(`${baseUrl}/api/org/profile`, { agent, headers }, (received) => {
          received.resume();
          received.once('end', () => resolve(received.statusCode ?? 0));
          received.once('error', () => resolve(null));
        });
        sent.once('error', () => resolve(null));
        sent.end();
      });
      if (status === null) break;
      this.statuses.push(status);
    }
    agent.destroy();
  }
}
