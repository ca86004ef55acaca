import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connect } from '../support/scans.js';
import { Child } from './child.js';
import type { EngineResult, EngineRun } from './engine.child.js';
import type { Bench } from './setup.js';
import { toMegabytes } from './table.js';

const CHECKS = 100;
const SIZES = [10_000, 100_000] as const;
const BAR_MS = 10_000;
const BAR_GROWTH_BYTES = 96 * 2 ** 20;

/**
 * Scans accounts of 10,000 and of 100,000 resources, each in its own process, and prints the rate, the memory, and the
 * time of a plain COPY of the same failing findings. Limits: 10 seconds, and 96 MiB more at its peak than the small
 * account.
 * @throws {Error} when a scan does not complete, or evaluated nothing
 */
export async function scanLargeAccounts({ admin, database, databaseUrl, directory }: Bench): Promise<void> {
  const integrationId = await connect(admin, 'demo');
  const { tenant_id: tenantId } = (
    await database.query<{ tenant_id: string }>('select tenant_id from integrations where id = $1', [integrationId])
  ).rows[0] ?? { tenant_id: '' };
  const results: EngineResult[] = [];
  for (const resources of SIZES) {
    await using child = Child.run(new URL('./engine.child.js', import.meta.url));
    const dataDir = join(directory, `account-${String(resources)}`);
    const run: EngineRun = { databaseUrl, dataDir, tenantId, integrationId, resources, checks: CHECKS };
    const result = await child.ask<EngineResult>('scan', run);
    results.push(result);
    await print(database, resources, result);
  }
  const [small, large] = results;
  if (!small || !large) return;
  const growth = large.rssPeakBytes - small.rssPeakBytes;
  const isHeld = large.ms <= BAR_MS && growth <= BAR_GROWTH_BYTES;
  process.stdout.write(
    `\n  growth from ${String(SIZES[0])} to ${String(SIZES[1])}  ${toMegabytes(growth)} MB (bar ${toMegabytes(BAR_GROWTH_BYTES)} MB, ${String(BAR_MS / 1_000)} s): ${isHeld ? 'held' : 'MISSED'}\n`,
  );
}

async function print(database: Bench['database'], resources: number, result: EngineResult): Promise<void> {
  const { scanId, ms, cpuMs, evaluations, types, rssBeforeBytes, rssPeakBytes } = result;
  const { rows } = await database.query<{ status: string; failures: number }>(
    `select status, (select count(*)::int from scan_findings where scan_id = scans.id) as failures
     from scans where id = $1`,
    [scanId],
  );
  const [scan] = rows;
  if (scan?.status !== 'completed' || scan.failures === 0) throw new Error(`the scan is ${scan?.status ?? 'gone'}`);
  const copyMs = await copyFindings(database, scanId);
  process.stdout.write(
    [
      `\nscan of ${String(resources)} resources of ${String(types)} types, ${String(CHECKS)} checks`,
      `time               ${(ms / 1_000).toFixed(1)} s, CPU ${(cpuMs / 1_000).toFixed(1)} s`,
      `evaluations        ${String(evaluations)}, ${((evaluations / ms) * 1_000).toFixed(0)} a second`,
      `rows of failures   ${String(scan.failures)}; a bare COPY of them takes ${(copyMs / 1_000).toFixed(2)} s`,
      `RSS                ${toMegabytes(rssBeforeBytes)} MB before, ${toMegabytes(rssPeakBytes)} MB at its peak\n`,
    ].join('\n  '),
  );
}

/** Exports the findings of a scan, and times a COPY of them into a table with the same columns. */
async function copyFindings(database: Bench['database'], scanId: string): Promise<number> {
  await database.query('create temporary table copied (like scan_findings)');
  const chunks: Buffer[] = [];
  const out = database.query(copyTo(`copy (select * from scan_findings where scan_id = '${scanId}') to stdout`));
  for await (const chunk of out) chunks.push(chunk as Buffer);
  const startedAt = performance.now();
  await pipeline(Readable.from(chunks), database.query(copyFrom('copy copied from stdin')));
  const ms = performance.now() - startedAt;
  await database.query('drop table copied');
  return ms;
}
