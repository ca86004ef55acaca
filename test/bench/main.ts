import { openPosture } from './dashboard.js';
import { scanLargeAccounts } from './engine.js';
import { sendHostileQueries } from './hostile.js';
import { importLargeReport } from './import.js';
import { loadCases } from './load-cases.js';
import { divideByLayers } from './layers.js';
import { notifySubscribers } from './live.js';
import { timeLogins } from './login.js';
import { disturbNeighbour } from './neighbour.js';
import { changeOneRow } from './one-row.js';
import { serveByProcesses } from './processes.js';
import { propagate } from './propagation.js';
import { generateReports } from './reports.js';
import { startBench } from './setup.js';
import { toMegabytes } from './table.js';
import { hostManyTenants } from './tenants.js';
import { uploadManyFiles } from './upload.js';

const PARTS = [
  'graphql',
  'rest',
  'layers',
  'processes',
  'tenants',
  'import',
  'upload',
  'propagation',
  'one-row',
  'login',
  'hostile',
  'reports',
  'engine',
  'dashboard',
  'live',
  'neighbour',
] as const;
const RUN_MS_MAX = 15 * 60 * 1_000;

/**
 * The benchmark: the service against a hand-written peer on the same data, where the time of small requests goes, one, two and four processes, 1,000 organizations, the import of a large report, generation of
 * reports, scans of large accounts, concurrent uploads, propagation, a change of one row, timing of failed logins,
 * hostile queries, the dashboard, live events to many subscribers, and what a tenant sees of hostile neighbours. An argument, or `BENCH`, names the one part to run; `BENCH_PROFILE` names a folder
 * for CPU profiles of the service. Exits 1 when a response differs from that of the peer or is invalid, when the time of
 * logins reveals accounts, when a hostile query costs too much, and when hostile
 * neighbours slow another tenant down; other slow responses are only reported.
 */
async function main(): Promise<void> {
  const { BENCH_PROFILE: profiles } = process.env;
  const wanted = process.argv[2] ?? process.env.BENCH;
  const parts = PARTS.filter((part) => !wanted || part === wanted);
  if (parts.length === 0) throw new Error(`the part must be one of ${PARTS.join(', ')}`);
  const interrupted = ended();
  for (const part of parts) {
    await using stack = new AsyncDisposableStack();
    await Promise.race([run(part, stack, profiles), interrupted]);
  }
}

/** Runs one part with new processes, so that it does not inherit the memory of the previous one. */
async function run(part: (typeof PARTS)[number], stack: AsyncDisposableStack, profiles?: string): Promise<void> {
  if (part === 'login') {
    await timeLogins(stack);
    return;
  }
  if (part === 'one-row') {
    await changeOneRow(stack);
    return;
  }
  if (part === 'neighbour') {
    await disturbNeighbour(stack);
    return;
  }
  const bench = await startBench(stack, { isAssessed: part === 'graphql' || part === 'rest' || part === 'tenants' });
  const { rssBytes } = await bench.service.child.usage();
  process.stdout.write(`\n${part}: RSS of the service after its start and a demo scan: ${toMegabytes(rssBytes)} MB\n`);
  if (part === 'layers') await divideByLayers(bench);
  else if (part === 'processes') await serveByProcesses(bench, stack);
  else if (part === 'tenants') await hostManyTenants(bench);
  else if (part === 'import') await importLargeReport(bench, profiles);
  else if (part === 'hostile') await sendHostileQueries(bench);
  else if (part === 'upload') await uploadManyFiles(bench);
  else if (part === 'propagation') await propagate(bench, stack);
  else if (part === 'reports') await generateReports(bench);
  else if (part === 'engine') await scanLargeAccounts(bench);
  else if (part === 'live') await notifySubscribers(bench);
  else if (part === 'dashboard') await openPosture(bench);
  else await loadCases(part, bench, profiles);
}

/** Rejects when the run is interrupted or takes too long. */
function ended(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = (why: string) => () => reject(new Error(why));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, giveUp(`stopped by ${signal}`));
    setTimeout(giveUp('the benchmark takes too long'), RUN_MS_MAX).unref();
  });
}

try {
  await main();
  process.exit(0);
} catch (err) {
  process.stderr.write(`${err instanceof Error ? (err.stack ?? err.message) : String(err)}\n`);
  process.exit(1);
}
