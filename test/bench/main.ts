import { importLargeReport } from './import.js';
import { loadCases } from './load-cases.js';
import { startBench } from './setup.js';

const PARTS = ['graphql', 'rest', 'import'] as const;
const RUN_MS_MAX = 8 * 60 * 1_000;

/**
 * The benchmark: the service against a hand-written peer on the same data, and the import of a large report. `BENCH` runs
 * one part, `BENCH_PROFILE` names a folder for CPU profiles of the service. Exits 1 when an answer differs from the
 * peer's or is no 2xx; slow answers are told, not judged.
 */
async function main(): Promise<void> {
  const { BENCH: wanted } = process.env;
  const parts = PARTS.filter((part) => !wanted || part === wanted);
  if (parts.length === 0) throw new Error(`BENCH must be one of ${PARTS.join(', ')}`);
  const profiles = process.env.BENCH_PROFILE;
  await using stack = new AsyncDisposableStack();
  const run = async () => {
    const bench = await startBench(stack);
    for (const part of parts) {
      if (part === 'import') await importLargeReport(bench, profiles);
      else await loadCases(part, bench, profiles);
    }
  };
  await Promise.race([run(), ended()]);
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
