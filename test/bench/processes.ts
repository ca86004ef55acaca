import { join } from 'node:path';
import { ask, CASES, type Case } from './cases.js';
import { Child } from './child.js';
import { load, quantile, sum, type Target } from './measure.js';
import { postgresCpuMs } from './postgres-cpu.js';
import type { ServiceSettings } from './service.child.js';
import type { Bench } from './setup.js';
import { table } from './table.js';

const COUNTS = [1, 2, 4];
/** Open connections of all processes together. */
const CONNECTIONS = 16;
const SECONDS = 5;
const WARM_UP_SECONDS = 3;

/** A page of a list, which is read from the database each time. */
const SCANS: Case = {
  name: 'scans, not cached',
  part: 'rest',
  method: 'GET',
  path: '/api/scans?limit=20',
  itemsMin: 1,
  itemsOf: ({ data }: { data: unknown[] }) => data,
};

/**
 * Serves the same requests by one, two and four web processes of one database, and prints what a request costs and who uses the
 * processors: the processes, PostgreSQL or the client that asks. Where these add up to the machine, more processes serve no more.
 */
export async function serveByProcesses(bench: Bench, stack: AsyncDisposableStack): Promise<void> {
  const processes = [bench.service];
  for (const one of [...CASES.filter(({ name }) => name === 'frameworks'), SCANS]) {
    await ask(one, bench.admin);
    const rows: string[][] = [];
    for (const count of COUNTS) {
      while (processes.length < count) processes.push(await addProcess(bench, processes.length, stack));
      rows.push(await serve(one, processes.slice(0, count), bench.postmasterPid));
    }
    process.stdout.write(`\n${one.name}: ${one.method} ${one.path}\n${table(HEAD, rows)}`);
  }
}

const HEAD = ['processes', 'req/s', 'p99 ms', 'CPU ms', 'PostgreSQL ms', 'cores: ours', 'PostgreSQL', 'client'];

async function addProcess({ databaseUrl, directory, service }: Bench, no: number, stack: AsyncDisposableStack) {
  const child = stack.use(Child.run(new URL('./service.child.js', import.meta.url)));
  const dataDir = join(directory, `data-${no}`);
  const settings: ServiceSettings = { databaseUrl, dataDir, account: null, role: 'web' };
  const { baseUrl } = await child.ask<{ baseUrl: string }>('start', settings);
  return { ...service, child, baseUrl };
}

async function serve(one: Case, targets: readonly Target[], postmasterPid: number): Promise<string[]> {
  const loadAll = (seconds: number) =>
    Promise.all(targets.map((target) => load(one, target, { connections: CONNECTIONS / targets.length, seconds })));
  const times = async () => ({
    ours: sum(await Promise.all(targets.map(async ({ child }) => (await child.usage()).cpuMs))),
    postgres: await postgresCpuMs(postmasterPid),
    client: sum(Object.values(process.cpuUsage())) / 1_000,
  });
  await loadAll(WARM_UP_SECONDS);
  const before = await times();
  const done = await loadAll(SECONDS);
  const after = await times();
  const requests = sum(done.map((each) => each.requests));
  const seconds = Math.max(...done.map((each) => each.seconds));
  const used = (who: keyof typeof before) => after[who] - before[who];
  const latencies = Float64Array.from(done.flatMap(({ latenciesMs }) => latenciesMs)).sort();
  const cores = (who: keyof typeof before) => (used(who) / 1_000 / seconds).toFixed(2);
  return [
    String(targets.length),
    (requests / seconds).toFixed(0),
    quantile(latencies, 0.99).toFixed(1),
    (used('ours') / requests).toFixed(2),
    (used('postgres') / requests).toFixed(2),
    cores('ours'),
    cores('postgres'),
    cores('client'),
  ];
}
