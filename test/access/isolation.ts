import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type ServiceOptions, type TestService } from '../support/service.js';
import { idPlacesOf, restIdPlacesOf } from './discovery.js';
import { BY_AUDITORS } from './places-auditor-links.js';
import { edgesOf } from './edges.js';
import type { IdRequest, Place } from './place.js';
import { GRAPHQL_PLACES, REST_PLACES, SUBSCRIPTION_PLACES } from './places.js';
import { runScan } from '../support/scans.js';
import { describeSubscriptions } from './isolation-subscriptions.js';
import { rowsOf, tenantTables, uuidsIn } from './tenant-rows.js';
import { REST } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

/** Request id of every request of this suite, so that responses can be compared byte by byte. */
const REQUEST_ID = 'isolation';
/** Headers that depend on time and on the caller's quota. */
const VOLATILE = /^(date|ratelimit|x-ratelimit-.*)$/;

export interface IsolationOptions extends Pick<ServiceOptions, 'rewrite'> {
  /** Turns row level security off. @default false */
  isRowLevelSecurityOff?: boolean;
}

/** Two furnished tenants: Alpha is the victim, the admin of Beta the attacker. */
export interface Stage {
  service: TestService;
  alpha: World;
  beta: World;
}

/** Defines the tests of tenant isolation, which must hold with either of the two defences alone. */
export function describeIsolation(title: string, options: IsolationOptions = {}): void {
  describe(title, () => {
    const stage = {} as Stage;
    let before: Record<string, string>;

    beforeAll(async () => {
      const service = await startService(options.rewrite ? { rewrite: options.rewrite } : {});
      if (options.isRowLevelSecurityOff) await turnRowLevelSecurityOff(service);
      await holdAuditHeads(service);
      const [alpha, beta] = [await furnish(service, service.a), await furnish(service, service.b)];
      // A second scan doubles the ids that must not be seen.
      for (const { admin } of [service.a, service.b]) await runScan(admin);
      // Without a filter a statement reads both tenants: how fast hangs on statistics, which come by themselves at any time.
      await service.database.query('analyze');
      Object.assign(stage, { service, alpha, beta });
      before = await rowsOf(service.database, alpha.tenantId);
    });
    afterAll(() => stage.service.stop());

    it('covers every argument and field that takes an id', () => {
      const { schema, routes } = stage.service.app;
      expect(Object.keys(REST_PLACES).toSorted()).toEqual(restIdPlacesOf(schema, routes).toSorted());
      const covered = [...Object.keys(GRAPHQL_PLACES), ...Object.keys(SUBSCRIPTION_PLACES)];
      expect(covered.toSorted()).toEqual(
        idPlacesOf(schema)
          .filter((place) => !BY_AUDITORS.includes(place))
          .toSorted(),
      );
    });

    describe.each(Object.entries({ ...REST_PLACES, ...GRAPHQL_PLACES }))('%s', (_name, place) => {
      it('is found for an id of its own tenant', async () => {
        const answer = await ask(place, stage.beta[place.own]);
        expect(answer.status).toBe(place.status);
        expect(codeOf(answer)).toBe(place.code ?? null);
        await scansEnded(stage.service);
      });

      it('returns NOT_FOUND for an unknown id', async () => {
        expectRefused(await ask(place, randomUUID()), 'NOT_FOUND');
      });

      it(`returns ${place.malformed} for a malformed id`, async () => {
        expectRefused(await ask(place, 'no-uuid'), place.malformed);
      });

      if (place.malformed === 'NOT_FOUND') {
        it('returns the same for a malformed id as for an unknown one', async () => {
          expect(observedOf(await ask(place, 'no-uuid'))).toEqual(observedOf(await ask(place, randomUUID())));
        });
      }
      if (!place.isTenants) return;
      it('returns the same for an id of another tenant as for an unknown one', async () => {
        const foreign = await ask(place, stage.alpha[place.own]);
        expectRefused(foreign, 'NOT_FOUND');
        expect(observedOf(foreign)).toEqual(observedOf(await ask(place, randomUUID())));
      });
    });

    describe('what a tenant reads', () => {
      it('contains nothing of another tenant, along every edge of the graph', async () => {
        const edges = edgesOf(stage.service.app.schema, stage.beta);
        let seen = '';
        for (const { name, document } of edges) {
          const { text, body } = await stage.service.b.admin.graphql(document);
          expect({ name, errors: (body as { errors?: unknown }).errors }).toEqual({ name, errors: undefined });
          seen += text;
        }
        await expectNothingOfAlpha(seen);
        expect(seen).toContain(stage.beta.scanId);
        expect(seen).toContain(stage.beta.demoId);
        expect(seen).toContain(stage.beta.evidenceId);
      });

      it('contains nothing of another tenant, on every REST path', async () => {
        const paths = Object.entries(REST).filter(([name]) => name.startsWith('GET '));
        const answers = await Promise.all(
          // Without filters; a proof is asked for by a number, a gap by two frameworks.
          paths.map(([, { path }]) =>
            stage.service.b.admin.get(path(stage.beta).replace(/\?(?!sequence=|from=).*/, '')),
          ),
        );
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        const seen = answers.map(({ text }) => text).join('');
        await expectNothingOfAlpha(seen);
        expect(seen).toContain(stage.beta.evidenceId);
      });
    });

    describeSubscriptions(stage);

    it('leaves every row of the other tenant unchanged', async () => {
      expect(before.scan_results).toContain(stage.alpha.scanId);
      expect(await rowsOf(stage.service.database, stage.alpha.tenantId)).toEqual(before);
    });

    function ask(place: Place, id: string): Promise<Answer> {
      return send(stage.service.b.admin, place.request(id, stage.beta));
    }

    async function expectNothingOfAlpha(text: string): Promise<void> {
      const mine = uuidsIn(JSON.stringify(await rowsOf(stage.service.database, stage.beta.tenantId)));
      const theirs = uuidsIn(JSON.stringify(before));
      expect(theirs.size).toBeGreaterThan(1_000);
      expect([...uuidsIn(text)].filter((id) => theirs.has(id) && !mine.has(id))).toEqual([]);
      expect(text).not.toMatch(/alpha/i);
      expect(text).toMatch(/beta/i);
    }
  });
}

function send(client: Client, { method, path, body, file, fields = {} }: IdRequest): Promise<Answer> {
  const headers = { 'x-request-id': REQUEST_ID };
  if (file !== undefined) {
    const form = new FormData();
    form.set('file', new Blob([file]), 'report.json');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return client.send(method, path, { headers, body: form });
  }
  if (method === 'POST') return client.post(path, body, headers);
  const json = { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  return client.send(method, path, body === undefined ? { headers } : json);
}

/** Everything that a client can observe of a response. */
function observedOf({ status, headers, text }: Answer): object {
  return { status, text, headers: [...headers].filter(([name]) => !VOLATILE.test(name)) };
}

/** Takes the lease under which heads of audit trails are signed: a run of that job would add objects to the other tenant. */
async function holdAuditHeads({ database }: TestService): Promise<void> {
  await database.query(
    `insert into work_leases (name, holder, expires_at) values ('audit.heads', $1, now() + interval '1 hour')
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
    [randomUUID()],
  );
}

/**
 * Waits for the scans that a place has begun. The statement that decides statuses is slow with one defence alone, and holds
 * the lock for which another place would wait longer than a request may.
 */
async function scansEnded({ database }: TestService): Promise<void> {
  await eventually(async () => {
    const open = await database.query(`select 1 from scans where status in ('queued', 'running')`);
    return open.length === 0 ? true : null;
  });
}

/** Code of the error of a call, or of a field of the only item of one of many: an error of the item as a whole is about no id. */
function codeOf({ body }: Answer): string | null {
  const { error, errors } = (body ?? {}) as { error?: { code: string }; errors?: { extensions: { code: string } }[] };
  return error?.code ?? errors?.[0]?.extensions.code ?? itemErrorOf(body)?.code ?? null;
}

interface ItemError {
  code: string;
  pointer: string;
}

/** The error of a field of the first item, or of the item where it is an id, where the answer is one of a mutation of many. */
function itemErrorOf(body: unknown): ItemError | null {
  const { data } = (body ?? {}) as { data?: Record<string, unknown> | null };
  const payloads = [data, ...Object.values(data ?? {})] as ({ results?: { error?: ItemError | null }[] } | null)[];
  const error = payloads.flatMap((payload) => payload?.results ?? [])[0]?.error ?? null;
  return error && /^\/\w+\/0\/.|^\/\w*ids\/0$/i.test(error.pointer) ? error : null;
}

function expectRefused(answer: Answer, code: 'NOT_FOUND' | 'VALIDATION_FAILED'): void {
  expect(codeOf(answer)).toBe(code);
  const isGraphql = answer.text.startsWith('{"errors"') || answer.text.startsWith('{"data":null');
  const isItems = itemErrorOf(answer.body) !== null;
  expect(answer.status).toBe(isGraphql || isItems ? 200 : code === 'NOT_FOUND' ? 404 : 400);
}

async function turnRowLevelSecurityOff({ database }: TestService): Promise<void> {
  for (const { table } of await tenantTables(database)) {
    await database.query(`alter table ${table} no force row level security, disable row level security`);
  }
}
