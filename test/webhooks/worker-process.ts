import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../support/program-environment.js';
import type { TestService } from '../support/service.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const SECRET_KEY = 'a key that the web process and its workers share';

/** Settings of the web process for whose deliveries the workers run. */
export const OF_WEB = {
  role: 'web',
  allowsPrivateWebhooks: true,
  secretKey: createHash('sha256').update(SECRET_KEY).digest(),
} as const;

/** The compiled program as a worker, on the database of a web process. */
export class WorkerProcess {
  private child: ChildProcess | null = null;

  constructor(private readonly web: TestService) {}

  /** Starts the process unless it runs. */
  start(): void {
    if (this.child?.exitCode === null && this.child.signalCode === null) return;
    const { dataDir } = this.web.config;
    const env = programEnvironment({
      // Any that is free.
      PORT: '0',
      SECRET_KEY,
      ROLE: 'worker',
      DEMO: 'off',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: this.web.database.url,
      WEBHOOK_ALLOW_PRIVATE: 'on',
    });
    this.child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  }

  /** Sends a signal and waits for the end. @returns the exit code, null when the signal killed it */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exited;
    return code;
  }
}
