import { openAsBlob } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, finished } from '../support/scans.js';
import { writeProwlerReport } from './prowler-report.js';
import type { Bench } from './setup.js';
import { toMegabytes } from './table.js';
import { Watch } from './watch.js';

const FINDINGS = 100_000;
const STORED = ['scan_checks', 'scan_findings', 'scan_results', 'evidence'] as const;

/**
 * Imports a large report and prints time and memory.
 * @throws {Error} when it is refused, or the scan does not complete
 */
export async function importLargeReport(
  { admin, database, directory, service }: Bench,
  profiles: string | undefined,
): Promise<void> {
  const file = join(directory, 'report.ocsf.json');
  await writeProwlerReport(file, FINDINGS);
  const { size } = await stat(file);
  const integrationId = await connect(admin, 'prowler');
  if (profiles !== undefined) await service.child.ask('startProfile');
  const cpuBefore = await service.child.usage();
  const watch = new Watch(service.child.pid, service.baseUrl);
  const startedAt = performance.now();
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'report.ocsf.json');
  const answer = await admin.send('POST', `/api/org/integrations/${integrationId}/import`, { body: form });
  if (answer.status !== 202) throw new Error(`the import answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const acceptedMs = performance.now() - startedAt;
  const scanId = (answer.body as { data: { scan_job_id: string } }).data.scan_job_id;
  const { status } = await finished(admin, scanId);
  const completedMs = performance.now() - startedAt;
  if (status !== 'completed') throw new Error(`the scan of the import ended ${status}`);
  const { rssBeforeBytes, rssPeakBytes, silenceMs } = await watch.stop();
  const cpuMs = (await service.child.usage()).cpuMs - cpuBefore.cpuMs;
  if (profiles !== undefined) await service.child.ask('stopProfile', join(profiles, 'import.cpuprofile'));
  await rm(file);

  process.stdout.write(
    [
      `\nimport of ${FINDINGS} findings, ${toMegabytes(size)} MB`,
      `time to 202           ${seconds(acceptedMs)} s, ${((size / 2 ** 20 / acceptedMs) * 1_000).toFixed(0)} MB/s`,
      `time until completed  ${seconds(completedMs)} s`,
      `CPU of the service    ${seconds(cpuMs)} s`,
      `RSS                   ${toMegabytes(rssBeforeBytes)} MB before, ${toMegabytes(rssPeakBytes)} MB at its peak, growth ${toMegabytes(rssPeakBytes - rssBeforeBytes)} MB`,
      `longest silence       ${silenceMs.toFixed(0)} ms`,
      `rows stored           ${await rowsStored(database, scanId)}\n`,
    ].join('\n  '),
  );
}

async function rowsStored(database: Bench['database'], scanId: string): Promise<string> {
  const counts = STORED.map((table) => `(select count(*) from ${table} where scan_id = $1) as ${table}`);
  const { rows } = await database.query<Record<string, string>>(`select ${counts.join(', ')}`, [scanId]);
  return STORED.map((table) => `${rows[0]?.[table] ?? 0} ${table}`).join(', ');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}
