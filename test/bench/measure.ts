import autocannon, { type Request } from 'autocannon';
import type { Case } from './cases.js';
import type { Child } from './child.js';
import { postgresCpuMs } from './postgres-cpu.js';
import { JSON_IN_SQL } from './raw-peer.js';

export const CONNECTIONS = [10, 1];
const ROUNDS = 5;
const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 1;

/**
 * `conditional`: the service, asked with the tag of its last response. `cold`: asked for something that it has not answered before.
 * `sql`: the raw peer where PostgreSQL writes the answer.
 */
export type Who = 'service' | 'cold' | 'conditional' | 'raw' | 'sql' | 'postgraphile' | 'limit';

/** A measured process. */
export interface Target {
  who: Who;
  child: Child;
  baseUrl: string;
  token: string;
  /** Tag that requests name; every response is a 304 then. */
  ifNoneMatch?: string;
}

/** Results of one target in one case, over all rounds. */
export interface Figures {
  who: Who;
  /** Median of the rounds. */
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the process, and of PostgreSQL, for one request. */
  cpuMs: number;
  postgresMs: number;
  /** Memory of the process at the end. */
  rssBytes: number;
}

interface Round {
  requests: number;
  seconds: number;
  latenciesMs: number[];
  cpuMs: number;
  postgresMs: number;
}

/**
 * Loads every target in turn, round after round, so that other load on the machine affects all of them.
 * @throws {Error} for a response other than 2xx, or 304 where a tag is named, or none
 */
export async function measure(
  one: Case,
  connections: number,
  { targets, postmasterPid }: { targets: Target[]; postmasterPid: number },
): Promise<Figures[]> {
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (const target of targets) await load(one, target, { connections, seconds: WARM_UP_SECONDS });
  for (let no = 0; no < ROUNDS; no += 1) {
    for (const [target, done] of rounds) {
      const [before, postgresBefore] = [await target.child.usage(), await postgresCpuMs(postmasterPid)];
      const loaded = await load(one, target, { connections, seconds: ROUND_SECONDS });
      const [after, postgresAfter] = [await target.child.usage(), await postgresCpuMs(postmasterPid)];
      done.push({ ...loaded, cpuMs: after.cpuMs - before.cpuMs, postgresMs: postgresAfter - postgresBefore });
    }
  }
  return Promise.all(
    [...rounds].map(async ([{ who, child }, done]) => figuresOf(who, done, (await child.usage()).rssBytes)),
  );
}

/** Loads a target with a case; with `/limit` the same path for every case. */
export async function load(
  one: Case,
  { who, baseUrl, token, ifNoneMatch }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Pick<Round, 'requests' | 'seconds' | 'latenciesMs'>> {
  const { method, path, body } = requestTo(who, one);
  const run = autocannon({
    url: baseUrl + path,
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    },
    ...(body === undefined ? {} : { body }),
    ...(who === 'cold' && body !== undefined
      ? { requests: [{ setupRequest: (each: Request) => ({ ...each, body: unseen(body) }) }] }
      : {}),
    connections,
    duration: seconds,
  });
  const latenciesMs: number[] = [];
  run.on('response', (_client, _status, _bytes, milliseconds) => latenciesMs.push(milliseconds));
  const result = await run;
  const wanted = ifNoneMatch === undefined ? '2xx' : '3xx';
  const failures = result['2xx'] + result.non2xx - result[wanted] + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} of the requests to ${path} (${who}) failed or were no ${wanted}`);
  if (result[wanted] === 0) throw new Error(`${path} (${who}) did not answer`);
  return { requests: result[wanted], seconds: result.duration, latenciesMs };
}

function requestTo(who: Who, { method, path, body, postgraphile }: Case): Pick<Case, 'method' | 'path' | 'body'> {
  if (who === 'limit') return { method: 'GET', path: '/limit' };
  if (who === 'sql') return { method, path: JSON_IN_SQL + path, body };
  return { method, path, body: who === 'postgraphile' ? postgraphile?.body : body };
}

let asked = 0;

/** The same operation in a text that nobody has sent before. */
function unseen(body: string): string {
  const { query, ...others } = JSON.parse(body) as { query: string };
  return JSON.stringify({ query: `${query} # ${(asked += 1)}`, ...others });
}

function figuresOf(who: Who, rounds: Round[], rssBytes: number): Figures {
  const latencies = Float64Array.from(rounds.flatMap(({ latenciesMs }) => latenciesMs)).sort();
  const requests = sum(rounds.map((round) => round.requests));
  return {
    who,
    requestsPerSecond: median(rounds.map((round) => round.requests / round.seconds)),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuMs: sum(rounds.map(({ cpuMs }) => cpuMs)) / requests,
    postgresMs: sum(rounds.map(({ postgresMs }) => postgresMs)) / requests,
    rssBytes,
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

/** The value below which the share `q` of sorted values lies; the nearest rank. */
export function quantile(sorted: Float64Array, q: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? 0;
}
