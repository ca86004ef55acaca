import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { historySince } from '../../src/demo/demo-history.rules.js';
import { createLog } from '../../src/platform/log.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

export interface ScanRow {
  id: string;
  sequence: number;
  status: string;
  created_at: Date;
  started_at: Date;
  completed_at: Date;
  results: number;
  findings: number;
  failed_findings: number;
}

const SCANS = `
  select id, sequence, status, created_at, started_at, completed_at,
    (select count(*)::int from scan_results r where r.scan_id = scans.id) as results,
    (progress ->> 'findings')::int as findings,
    (select count(*)::int from scan_findings f where f.scan_id = scans.id) as failed_findings
  from scans order by sequence`;

/** An empty database with a DATA_DIR, on which a test can start the service repeatedly. */
export class DemoSite {
  private constructor(
    readonly database: TestDatabase,
    readonly dataDir: string,
  ) {}

  static async open(): Promise<DemoSite> {
    return new DemoSite(await createTestDatabase(), await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'demo-')));
  }

  /**
   * Starts, until the history is complete or was stopped.
   * @param see called with every statement; aborting the signal stops the start
   */
  async ensure({ see = () => undefined, hasDemoHistory = true, signal }: EnsureOptions = {}): Promise<void> {
    const config = configFor(this.database.url, {
      dataDir: this.dataDir,
      isDemo: true,
      hasDemoHistory,
      publicUrl: 'http://127.0.0.1:4000',
    });
    const intercept = (text: string) => {
      see(text);
      return text;
    };
    const app = await createApp({ config, log: createLog('silent'), intercept });
    try {
      expect(await app.demo.ensure(signal ?? new AbortController().signal)).toBe(this.credentialsFile);
      await app.demo.settled();
    } finally {
      await app.stop();
    }
  }

  get credentialsFile(): string {
    return join(this.dataDir, 'demo-credentials.json');
  }

  scans(): Promise<ScanRow[]> {
    return this.database.query<ScanRow>(SCANS);
  }

  async plan(): Promise<Date[]> {
    const [tenant] = await this.database.query<{ created_at: Date }>('select created_at from tenants');
    const steps = historySince(tenant?.created_at ?? new Date(0));
    return steps.flatMap(({ kind, at }) => (kind === 'scan' ? [at] : []));
  }
}

interface EnsureOptions {
  see?: (text: string) => void;
  hasDemoHistory?: boolean;
  signal?: AbortSignal;
}
