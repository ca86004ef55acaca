import 'reflect-metadata';
import { createApp } from './app.js';
import { ConfigError, readConfig, type Config } from './config/config.js';
import { ensureDemo } from './demo-organization.js';
import { createLog } from './platform/log.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Settings → service → signals. Exits 1 where it cannot start. */
async function main(): Promise<void> {
  const config = readSettings();
  const log = createLog(config.logLevel);
  // Signals count from the first moment: a start that is stopped must not leave its database behind.
  const stopped = new Promise<string>((resolve) => {
    for (const signal of STOP_SIGNALS) process.once(signal, () => resolve(signal));
  });
  try {
    const app = await createApp({ config, log });
    // Before it is ready: who waits for that finds the demo organization.
    const demo = config.isDemo && config.role !== 'worker' ? await ensureDemo(config, app) : null;
    await app.start();
    announce(config, demo);
    log.info({ signal: await stopped }, 'stopping');
    await app.stop();
    // Agenda's timers of finished jobs would keep the process for half a lock's life.
    process.exit(0);
  } catch (err) {
    log.fatal({ err }, 'cannot start');
    process.exit(1);
  }
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (err) {
    if (!(err instanceof ConfigError)) throw err;
    process.stderr.write(`${err.message}\n`);
    process.exit(1);
  }
}

function announce({ publicUrl, role }: Config, credentialsFile: string | null): void {
  if (role === 'worker') return;
  const lines = [
    '',
    `  Crosswalk is ready.  ${publicUrl}`,
    `  GraphQL              ${publicUrl}/graphql   (try it: ${publicUrl}/graphiql)`,
    ...(credentialsFile ? [`  Demo accounts        ${credentialsFile}`] : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
