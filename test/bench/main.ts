import { importLargeReport } from './import.js';
import { loadCases } from './load-cases.js';
import { startBench } from './setup.js';
import { toMegabytes } from './table.js';

const PARTS = ['graphql', 'rest', 'import'] as const;
const RUN_MS_MAX = 8 * 60 * 1_000;

/**
 * The benchmark: the service against a hand-written peer on the same data, and the import of a large report. `BENCH` runs
 * one part, `BENCH_PROFILE` names a folder for CPU profiles of the service. Exits 1 when an answer differs from the
 * peer's or is no 2xx; slow answers are told, not judged.
 */
async function main(): Promise<void> {
  const { BENCH: wanted, BENCH_PROFILE: profiles } = process.env;
  const parts = PARTS.filter((part) => !wanted || part === wanted);
  if (parts.length === 0) throw new Error(`BENCH must be one of ${PARTS.join(', ')}`);
  const interrupted = ended();
  for (const part of parts) {
    await using stack = new AsyncDisposableStack();
    await Promise.race([run(part, stack, profiles), interrupted]);
  }
}

/** Each part starts anew: none inherits the memory of the one before. */
async function run(part: (typeof PARTS)[number], stack: AsyncDisposableStack, profiles?: string): Promise<void> {
  const bench = await startBench(stack);
  const { rssBytes } = await bench.service.child.usage();
  process.stdout.write(`\n${part}: RSS of the service after its start and a demo scan: ${toMegabytes(rssBytes)} MB\n`);
  if (part === 'import') await importLargeReport(bench, profiles);
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
