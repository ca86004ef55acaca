import { join } from 'node:path';
import { Client } from '../support/client.js';
import { ask, CASES, compareAnswers, compareWithPostgraphile, type Case } from './cases.js';
import { CONNECTIONS, load, measure, type Figures, type Target } from './measure.js';
import type { Bench } from './setup.js';
import { table, toMegabytes } from './table.js';

const COUNTED_REQUESTS = 20;
const PROFILE_SECONDS = 5;
/** Wanted rate of every case that PostGraphile is asked, in times of its rate. */
const TIMES_POSTGRAPHILE_MIN = 6;

/** Compares, measures and prints the cases of a part; with a folder, also writes a CPU profile of the service for each. */
export async function loadCases(part: Case['part'], bench: Bench, profiles: string | undefined): Promise<void> {
  const postgraphile = part === 'graphql' ? await bench.startPostgraphile() : null;
  for (const one of CASES.filter((each) => each.part === part)) {
    const bytes = await compareAnswers(one, bench.admin, new Client(bench.raw.baseUrl, null, false));
    const statements = await statementsPerRequest(one, bench);
    print(`\n${one.name}: ${one.method} ${one.path}, ${bytes} bytes, ${statements} statements a request\n`);
    if (postgraphile) await compareWithPostgraphile(one, bench.admin, new Client(postgraphile.baseUrl, null, false));
    const targets: Target[] = [
      bench.service,
      ...(one.part === 'graphql' ? [{ ...bench.service, who: 'cold' as const }] : []),
      ...(await conditional(one, bench)),
      bench.raw,
      { ...bench.raw, who: 'sql' },
      ...(postgraphile && one.postgraphile ? [postgraphile] : []),
      { ...bench.raw, who: 'limit' },
    ];
    const rows: string[][] = [];
    const verdicts: string[] = [];
    for (const connections of CONNECTIONS) {
      const figures = await measure(one, connections, { targets, postmasterPid: bench.postmasterPid });
      rows.push(...figures.map((each) => rowOf(each, connections, figures)));
      verdicts.push(...verdictsOf(one, figures, connections), timesConditional(figures, connections));
    }
    print(table(HEAD, rows) + verdicts.join('') + (await cachedLine(bench)));
    if (profiles !== undefined) await profile(one, bench.service, profiles);
  }
}

const HEAD = [
  'connections',
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  '× raw',
  '× SQL',
  '× PostGraphile',
  '× limit',
  'CPU ms',
  'PostgreSQL ms',
  'RSS MB',
];

function rowOf(figures: Figures, connections: number, all: Figures[]): string[] {
  const { who, requestsPerSecond: rate, p50Ms, p99Ms, cpuMs, postgresMs, rssBytes } = figures;
  const times = (other: Figures['who']) => {
    const of = rate / rateOf(other, all);
    return Number.isNaN(of) ? '' : of.toFixed(2);
  };
  return [
    String(connections),
    who,
    rate.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    times('raw'),
    times('sql'),
    times('postgraphile'),
    times('limit'),
    cpuMs.toFixed(2),
    postgresMs.toFixed(2),
    toMegabytes(rssBytes),
  ];
}

/** What the service reaches of the wanted rates, against the faster of both raw ways. */
function verdictsOf({ timesRawMin, postgraphile }: Case, all: Figures[], connections: number): string[] {
  const line = (who: string, rate: number, wanted: number) => {
    const times = rateOf('service', all) / rate;
    return `  ${times.toFixed(2)} × ${who}, ${wanted} wanted (${connections} connections): ${times >= wanted ? 'reached' : 'MISSED'}\n`;
  };
  const raw = Math.max(rateOf('raw', all), rateOf('sql', all));
  return [
    ...(timesRawMin === undefined ? [] : [line('the faster raw peer', raw, timesRawMin)]),
    ...(postgraphile ? [line('PostGraphile', rateOf('postgraphile', all), TIMES_POSTGRAPHILE_MIN)] : []),
  ];
}

/** Answers of the service since its start that were cached, and those that it made. */
async function cachedLine({ service: { child } }: Bench): Promise<string> {
  const { hits, misses } = await child.ask<{ hits: number; misses: number }>('answers');
  return `  cached answers of the service so far: ${hits} hits, ${misses} misses\n`;
}

/** The service asked with the tag of its response, for cases that have one. */
async function conditional(one: Case, { admin, service }: Bench): Promise<Target[]> {
  const tag = (await ask(one, admin)).headers.get('etag');
  return tag === null ? [] : [{ ...service, who: 'conditional', ifNoneMatch: tag }];
}

/** How many times the rate of whole responses that of 304 is. */
function timesConditional(all: Figures[], connections: number): string {
  const times = rateOf('conditional', all) / rateOf('service', all);
  return Number.isNaN(times)
    ? ''
    : `  304 for a known tag (${connections} connections): ${times.toFixed(1)} × the 200\n`;
}

function rateOf(who: Figures['who'], all: Figures[]): number {
  return all.find((each) => each.who === who)?.requestsPerSecond ?? NaN;
}

async function statementsPerRequest(one: Case, { admin, service: { child } }: Bench): Promise<number> {
  await ask(one, admin);
  const before = await child.ask<number>('statements');
  for (let no = 0; no < COUNTED_REQUESTS; no += 1) await ask(one, admin);
  return ((await child.ask<number>('statements')) - before) / COUNTED_REQUESTS;
}

async function profile(one: Case, service: Target, folder: string): Promise<void> {
  const file = join(folder, `${one.name.replaceAll(' ', '-')}.cpuprofile`);
  await service.child.ask('startProfile');
  const { requests } = await load(one, service, { connections: 10, seconds: PROFILE_SECONDS });
  await service.child.ask('stopProfile', file);
  print(`  profile of ${requests} requests: ${file}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}
