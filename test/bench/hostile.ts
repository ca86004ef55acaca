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
  for (const [name, request] of [...Object.entries(NASTY), ...Object.entries(REFUSED)]) {
    const isRefused = name in REFUSED;
    const { cpuMs, postgresMs, bytes, errors, status, problem } = await costOf(bench, request);
    const worst = Math.max(...cpuMs);
    const isWrong = isRefused ? status < 400 : errors > 0 || worst > CPU_MS_MAX;
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
