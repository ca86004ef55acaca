import 'reflect-metadata';
import { createApp, type App } from './app/app.js';
import { ConfigError } from './config/config-error.js';
import { readConfig, type Config } from './config/config.js';
import { SECOND } from './platform/clock.js';
import { createLog, type Log } from './platform/log.js';
import { urlOf } from './platform/public-url.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Limit of a stop: longer than open requests, running jobs and the database together may take. */
const STOP_MS = 50 * SECOND;
/** Time within which two signals count as one: npm passes on the Ctrl-C that the terminal sends to this process too. */
const SAME_PRESS_MS = SECOND;

/** Reads the settings, starts the service and waits for signals. Exits 1 when it cannot start. */
async function main(): Promise<void> {
  const config = readSettings();
  const log = createLog(config.logLevel);
  // One request whose failure nobody awaits must not end those of all others.
  process.on('unhandledRejection', (err) => log.error({ err }, 'a failure that nobody handles'));
  // Signals count from the first moment: a start that is stopped must not leave its database behind.
  const stopped = stopSignal(log);
  try {
    const app = await createApp({ config, log });
    const stopping = new AbortController();
    void stopped.then(() => stopping.abort());
    // Before it is ready: who waits for that finds the demo organization. Its past follows.
    let demo: string | null = null;
    await app.start(async () => {
      if (config.isDemo && config.role !== 'worker') demo = await app.demo.ensure(stopping.signal);
    });
    if (config.role !== 'worker') announce(app, demo);
    log.info({ signal: await stopped }, 'stopping');
    // The process ends by itself: whatever is still open then is a leak, and ends it with a failure.
    setTimeout(() => exitAtOnce(log, 'it did not stop in time'), STOP_MS).unref();
    await app.stop();
  } catch (err) {
    log.fatal({ err }, 'cannot start');
    process.exit(1);
  }
}

/** Waits for the first signal to stop; a second one ends the process without waiting. */
function stopSignal(log: Log): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        const now = performance.now();
        if (firstAt !== null && now - firstAt > SAME_PRESS_MS) exitAtOnce(log, `${signal} came again`);
        firstAt ??= now;
        resolve(signal);
      });
    }
  });
}

/** Exits as after a crash: leases expire, and the next start finds an embedded database that is still running. */
function exitAtOnce(log: Log, reason: string): never {
  log.warn({ reason }, 'exiting at once');
  process.exit(1);
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

/** Prints the address of the service. With port 0 this line is how a parent process learns it. */
function announce({ publicUrl: { href: publicUrl }, server, demo }: App, credentialsFile: string | null): void {
  const address = urlOf(server) ?? '';
  const lines = [
    '',
    `  Crosswalk is ready.  ${publicUrl}`,
    `  REST                 ${publicUrl}/api       (reference: ${publicUrl}/docs)`,
    `  GraphQL              ${publicUrl}/graphql   (try it: ${publicUrl}/graphiql)`,
    `  Listens on           ${address}`,
    ...(credentialsFile ? [`  Demo accounts        ${credentialsFile}`] : []),
    ...(demo.isHistoryPending ? ['  Demo history         is being written, and appears by itself'] : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
