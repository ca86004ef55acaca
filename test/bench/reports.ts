import { connect, finished } from '../support/scans.js';
import { FORMATS, generate, fileOf, TYPES } from '../reports/reports.js';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeProwlerReport } from './prowler-report.js';
import type { Bench } from './setup.js';
import { table, toMegabytes } from './table.js';
import { Watch } from './watch.js';

const FINDINGS = 100_000;
const ARTIFACTS = 100_000;
/** The longest framework: 280 controls. */
const FRAMEWORK = 'PCI DSS';

/**
 * Generates every type of report in every format about a scan with many findings and much evidence, and prints the cost
 * of each.
 */
export async function generateReports({ admin, database, directory, service }: Bench): Promise<void> {
  await importFindings(admin, directory);
  await addEvidence(database);
  await database.query('vacuum analyze');
  const rows: string[][] = [];
  for (const report_type of TYPES) {
    for (const format of FORMATS) {
      const before = await service.child.usage();
      const watch = new Watch(service.child.pid, service.baseUrl);
      const startedAt = performance.now();
      const report = await generate(admin, { framework: FRAMEWORK, report_type, format });
      const tookMs = performance.now() - startedAt;
      const { rssBeforeBytes, rssPeakBytes, silenceMs } = await watch.stop();
      const { cpuMs } = await service.child.usage();
      // Under test the service does not know its port when it is configured.
      const { pathname, search } = new URL(report.report_url);
      const { length } = await fileOf({ report_url: service.baseUrl + pathname + search });
      rows.push([
        report_type,
        format,
        `${tookMs.toFixed(0)} ms`,
        `${(cpuMs - before.cpuMs).toFixed(0)} ms`,
        `${silenceMs.toFixed(0)} ms`,
        `${toMegabytes(rssBeforeBytes)} MB`,
        `${toMegabytes(rssPeakBytes)} MB`,
        `${(length / 1_024).toFixed(0)} KiB`,
      ]);
    }
  }
  const head = ['report', 'format', 'time', 'CPU', 'silence', 'RSS before', 'peak', 'file'];
  process.stdout.write(
    `\n${FRAMEWORK}, 280 controls, ${FINDINGS} findings, ${ARTIFACTS} artifacts\n${table(head, rows)}`,
  );
}

async function importFindings(admin: Bench['admin'], directory: string): Promise<void> {
  const file = join(directory, 'report.ocsf.json');
  await writeProwlerReport(file, FINDINGS);
  const integrationId = await connect(admin, 'prowler');
  const form = new FormData();
  form.set('file', await openAsBlob(file), 'report.ocsf.json');
  const answer = await admin.send('POST', `/api/org/integrations/${integrationId}/import`, { body: form });
  await rm(file);
  if (answer.status !== 202) throw new Error(`the import answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const { status } = await finished(admin, (answer.body as { data: { scan_job_id: string } }).data.scan_job_id);
  if (status !== 'completed') throw new Error(`the scan of the import ended ${status}`);
}

/** Adds a year's artifacts, spread over the controls of the framework. */
async function addEvidence(database: Bench['database']): Promise<void> {
  await database.query(
    `with controls as (
       select no, row_number() over (order by no) - 1 as nth, count(*) over () as total
       from catalogue_controls where framework = 'pci-dss'
     ), made as (
       insert into evidence (id, tenant_id, type, title, file_reference, file_name, content_type, size, sha256,
         collected_at, created_at)
       select gen_random_uuid(), t.id, case when n % 20 = 0 then 'manual' else 'auto' end, 'Artifact ' || n, t.id || '/' || n,
         n || '.json', 'application/json', 1000, repeat('0', 64), now() - n % 365 * interval '1 day',
         now() - n % 365 * interval '1 day'
       from (select id from tenants order by created_at desc limit 1) t, generate_series(1, $1::int) n
       returning id, tenant_id, title, type, created_at
     )
     insert into evidence_controls (tenant_id, evidence_id, control_no, type, created_at)
     select m.tenant_id, m.id, c.no, m.type, m.created_at from made m
     join controls c on c.nth = split_part(m.title, ' ', 2)::int % c.total`,
    [ARTIFACTS],
  );
}
