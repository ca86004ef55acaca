import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabase } from '../support/database.js';
import { ServiceProcess } from '../support/service-process.js';

/** Writes the address of each module of the SDK that is loaded to standard error. */
const REPORTS_SDK = `
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (/@opentelemetry\\/(?!api\\/)/.test(url)) process.stderr.write('loaded ' + url + '\\n');
    return next(url, context);
  } });`;

/** The program on `database`, with the demo organization, whose credentials are in `dataDir`, and quick scans. */
export async function observedProcess(
  { database, dataDir }: { database: TestDatabase; dataDir: string },
  settings: Record<string, string>,
): Promise<ServiceProcess> {
  const service = new ServiceProcess(dataDir, {
    DATABASE_URL: database.url,
    SECRET_KEY: 'telemetry '.repeat(5),
    WEBHOOK_ALLOW_PRIVATE: 'on',
    DEMO_SCAN_SECONDS: '0',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(REPORTS_SDK)}`,
    ...settings,
  });
  await service.start();
  return service;
}

/** A new folder for the data of processes. */
export function newDataDir(): Promise<string> {
  return mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'traced-'));
}
