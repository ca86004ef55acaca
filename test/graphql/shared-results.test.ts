import { parse, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/context.js';
import type { Language } from '../../src/messages/language.js';
import { SharedResults } from '../../src/graphql/shared-results.js';
import { notification } from '../../src/platform/pubsub/notifications.js';
import { SCAN_TOPIC } from '../../src/modules/scans/scan-queue.js';
import { Socket } from '../http/socket.js';
import type { Client } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const SUBSCRIBERS = 10;
const CHANGES = 'subscription { scansChanged { id triggeredByUser { name } } }';

describe('an event with several subscribers', () => {
  let service: TestService;
  let scanId: string;
  const statements: string[] = [];

  beforeAll(async () => {
    service = await startService({
      settings: { demoScanSeconds: 0 },
      rewrite: (text) => {
        statements.push(text);
        return text;
      },
    });
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.admin)).id;
  });
  afterAll(() => service.stop());

  /** Sends one event to sockets of `clients`. @returns what each received, and how often members were read for it */
  async function receive(clients: readonly Client[], texts: readonly string[] = []) {
    const sockets = await Promise.all(clients.map(({ token }) => Socket.connect(service.baseUrl, token)));
    const answers = (count: number) =>
      Promise.all(
        sockets.map(async (socket) => {
          await socket.message(() => socket.messages.filter(({ type }) => type === 'next').length >= count);
          return socket.messages.filter(({ type }) => type === 'next').at(-1)?.payload;
        }),
      );
    for (const [at, socket] of sockets.entries()) socket.subscribe(texts[at] ?? CHANGES);
    await answers(1);
    statements.length = 0;
    const message = { topic: SCAN_TOPIC, tenantId: service.a.tenantId, id: scanId };
    await service.database.query('select pg_notify($1, $2)', notification(message));
    const received = await answers(2);
    const reads = statements.filter((text) => /\bfrom\s+"?(users|accounts|members)/.test(text)).length;
    await Promise.all(sockets.map((socket) => socket.close()));
    return { received, reads };
  }

  it('is read and executed once for all who get the same', async () => {
    const { admin } = service.a;
    const one = await receive([admin]);
    expect(one.reads).toBeGreaterThan(0);
    const many = await receive(Array.from({ length: SUBSCRIBERS }, () => admin));
    expect(many.received).toEqual(Array.from({ length: SUBSCRIBERS }, () => one.received[0]));
    expect(many.reads).toBe(one.reads);
  });

  it('is executed once for operations that differ in their name and spelling alone', async () => {
    const { admin } = service.a;
    const one = await receive([admin]);
    const named = 'subscription Other {\n  scansChanged { id, triggeredByUser { name } }\n}';
    const two = await receive([admin, admin], [CHANGES, named]);
    expect(two.received).toEqual([one.received[0], one.received[0]]);
    expect(two.reads).toBe(one.reads);
  });

  it('is executed for each role by itself', async () => {
    const { admin, auditor, member } = service.a;
    const one = await receive([admin]);
    const three = await receive([admin, auditor, member]);
    expect(three.received).toEqual([one.received[0], one.received[0], one.received[0]]);
    expect(three.reads).toBe(3 * one.reads);
  });
});

describe('shared results', () => {
  const args = { document: parse('subscription { a }'), variableValues: { x: 1 } } as never;
  const ADMIN: Viewer = {
    ...{ userId: 'ann', apiKeyId: null, sessionId: 's1', authenticatedAt: 1, authenticatedBy: 'account', expiresAt: 1 },
    ...{ auditorLink: null, scopes: null, needsMfaEnrolment: false, tenantId: 't', role: 'admin', licenseTier: 'FREE' },
    ...{ frameworks: ['soc2'], hasHipaaPrivacy: false, rateLimitPerMinute: null },
  };
  const OTHER_ADMIN: Viewer = { ...ADMIN, userId: 'bob', sessionId: 's2', expiresAt: 2 };
  let shared: SharedResults;
  let executions: string[];
  let event: object;

  beforeEach(() => {
    shared = new SharedResults();
    executions = [];
    event = {};
  });

  const ask = (viewer: Viewer, make: (viewer: Viewer) => ExecutionResult | Promise<ExecutionResult>) =>
    shared.resultOf(event, { key: shared.keyOf(args, { viewer, contentLanguage: 'en' }), viewer }, async (watched) => {
      executions.push(viewer.userId);
      return make(watched);
    });
  const ofRole = ({ role }: Viewer): ExecutionResult => ({ data: { role } });

  it('are those of the first with the same rights, also while it is being executed', async () => {
    const results = await Promise.all([ask(ADMIN, ofRole), ask(OTHER_ADMIN, ofRole)]);
    expect(results).toEqual([{ data: { role: 'admin' } }, { data: { role: 'admin' } }]);
    expect(executions).toEqual(['ann']);
  });

  it.each([
    ['role', { role: 'member' }],
    ['organization', { tenantId: 'u' }],
    ['frameworks', { frameworks: [] }],
    ['tier', { licenseTier: 'ENTERPRISE' }],
    ['scopes', { scopes: ['read'] }],
    ['privacy part', { hasHipaaPrivacy: true }],
  ] as [string, Partial<Viewer>][])('are not those of a viewer with another %s', async (_what, rights) => {
    await ask(ADMIN, ofRole);
    await ask({ ...OTHER_ADMIN, ...rights }, ofRole);
    expect(executions).toEqual(['ann', 'bob']);
  });

  it.each(['userId', 'sessionId', 'apiKeyId', 'authenticatedAt', 'authenticatedBy', 'expiresAt'] as const)(
    'are nobody else’s once %s was read, also by copying the viewer',
    async (field) => {
      const read = (viewer: Viewer): ExecutionResult => ({ data: { it: viewer[field] } });
      const copied = (viewer: Viewer): ExecutionResult => ({ data: { it: { ...viewer }[field] } });
      for (const make of [read, copied]) {
        event = {};
        expect(await ask(ADMIN, make)).toEqual({ data: { it: ADMIN[field] } });
        expect(await ask(OTHER_ADMIN, make)).toEqual({ data: { it: OTHER_ADMIN[field] } });
      }
      expect(executions).toEqual(['ann', 'bob', 'ann', 'bob']);
    },
  );

  it('are nobody else’s with errors, and where the execution fails', async () => {
    await ask(ADMIN, () => ({ errors: [] }));
    expect(await ask(OTHER_ADMIN, ofRole)).toEqual({ data: { role: 'admin' } });
    event = {};
    await expect(ask(ADMIN, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await ask(OTHER_ADMIN, ofRole)).toEqual({ data: { role: 'admin' } });
  });

  it('are those of one event, document, language and set of variables', async () => {
    await ask(ADMIN, ofRole);
    event = {};
    await ask(OTHER_ADMIN, ofRole);
    expect(executions).toEqual(['ann', 'bob']);
    const keyOf = (of: ExecutionArgs, viewer = ADMIN, contentLanguage: Language = 'en') =>
      shared.keyOf(of, { viewer, contentLanguage });
    const keys = [
      keyOf(args),
      keyOf(args, ADMIN, 'de'),
      keyOf({ ...(args as object), variableValues: { x: 2 } } as never),
      keyOf({ ...(args as object), document: parse('subscription { b }') } as never),
      keyOf({ ...(args as object), operationName: 'A' } as never),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf(args, OTHER_ADMIN)).toBe(keys[0]);
  });
});
