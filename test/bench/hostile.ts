import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { rootQueriesOf } from '../access/edges.js';
import type { World } from '../access/world.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { postgresCpuMs } from './postgres-cpu.js';
import { NASTY, REFUSED, type HostileRequest } from '../http/hostile-queries.js';
import type { Bench } from './setup.js';
import { table } from './table.js';

/** Limit of the CPU time for an accepted query. Milliseconds. */
const CPU_MS_MAX = 250;
/**
 * Number of times that each query is sent: a document is compiled on a repetition, and any of them may be the expensive
 * one.
 */
const TIMES = 4;

/**
 * Sends hostile queries one at a time, and prints their cost.
 * @throws {Error} when an accepted query costs more than 250 ms of CPU, or one that should be refused is accepted
 */
export async function sendHostileQueries(bench: Bench): Promise<void> {
  const rows: string[][] = [];
  const failures: string[] = [];
  const every = await everyQuery(bench);
  const sent = Object.entries({ NASTY, every, REFUSED }).flatMap(([kind, requests]) =>
    Object.entries(requests).map(([name, request]) => ({ kind, name, request })),
  );
  for (const { kind, name, request } of sent) {
    const isRefused = kind === 'REFUSED';
    const { cpuMs, postgresMs, bytes, errors, status, problem } = await costOf(bench, request);
    // Of each query once compiled the middle: what it always costs, and not a collection of garbage in one of hundreds.
    const worst = kind === 'every' ? (cpuMs.slice(1).toSorted((a, b) => a - b)[1] ?? 0) : Math.max(...cpuMs);
    const isFailing = errors > 0 && kind !== 'every';
    const isWrong = isRefused ? status < 400 : isFailing || worst > CPU_MS_MAX;
    if (isWrong) failures.push(`${name} (${status}: ${problem})`);
    rows.push([
      isRefused ? 'refused' : 'accepted',
      name,
      worst.toFixed(0),
      cpuMs.map((ms) => ms.toFixed(0)).join(' '),
      postgresMs.toFixed(0),
      (bytes / 1_000).toFixed(0),
      isWrong ? '<' : '',
    ]);
  }
  process.stdout.write(table(['', 'query', 'CPU ms', 'each time', 'PostgreSQL ms', 'kB', ''], rows));
  if (failures.length > 0) throw new Error(`not as they should be: ${failures.join(', ')}`);
}

/**
 * Each query as often in one operation as the limits let it: 20 times, or fewer. What it asks for may not be there. It has been sent once when
 * it is measured, and is compiled by the first measurement, which is not counted.
 */
async function everyQuery({ admin }: Bench): Promise<Record<string, HostileRequest>> {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const { body } = await admin.post('/graphql', { query: '{ scans(first: 1) { nodes { id } } }' });
  const { data } = body as { data: { scans: { nodes: { id: string }[] } } };
  const ids: Partial<World> = {
    scanId: data.scans.nodes[0]?.id ?? '',
    controlId: controlId('soc2', 'CC6.1'),
    universalControlId: universalControlId('UCF-IAM-01'),
  };
  const world = new Proxy(ids, { get: (known, name) => known[name as keyof World] ?? NOBODYS }) as World;
  const found: Record<string, HostileRequest> = {};
  for (const [name, text] of rootQueriesOf(schema, world)) {
    for (const times of [20, 10, 5, 2, 1]) {
      const query = `{ ${Array.from({ length: times }, (_, at) => `a${at}: ${text}`).join(' ')} }`;
      const { status } = await admin.post('/graphql', { query }, STRICT);
      if (status !== 200 && times > 1) continue;
      found[`${name}, ${times} times`] = { query };
      break;
    }
  }
  return found;
}

const NOBODYS = '00000000-0000-4000-8000-000000000000';

/** Headers with which an invalid query too is 400. Source: GraphQL over HTTP. */
const STRICT = { accept: 'application/graphql-response+json' };

interface Cost {
  cpuMs: number[];
  /** Time in PostgreSQL of the most expensive repetition. Milliseconds. */
  postgresMs: number;
  bytes: number;
  errors: number;
  status: number;
  /** The first error; empty for none. */
  problem: string;
}

async function costOf({ admin, service, postmasterPid }: Bench, request: HostileRequest): Promise<Cost> {
  const cost: Cost = { cpuMs: [], postgresMs: 0, bytes: 0, errors: 0, status: 0, problem: '' };
  for (let time = 0; time < TIMES; time += 1) {
    const [before, postgresBefore] = [await service.child.usage(), await postgresCpuMs(postmasterPid)];
    const { status, text, body } = await admin.post('/graphql', request, STRICT);
    const [after, postgresAfter] = [await service.child.usage(), await postgresCpuMs(postmasterPid)];
    if (status >= 500) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
    cost.cpuMs.push(after.cpuMs - before.cpuMs);
    cost.postgresMs = Math.max(cost.postgresMs, postgresAfter - postgresBefore);
    cost.status = status;
    cost.bytes = Buffer.byteLength(text);
    const { errors = [] } = body as { errors?: { message: string }[] };
    cost.errors = errors.length;
    cost.problem = errors[0]?.message ?? '';
  }
  return cost;
}
