import { stat } from 'node:fs/promises';
import { ConfigError } from '../../config/config-error.js';
import { readConfig } from '../../config/config.js';
import { ServiceClient } from './client.js';
import { logIn } from './credentials.js';
import { DemoError } from './demo-error.js';
import { Screen } from './screen.js';
import { openService } from './service.js';
import { runStory } from './story.js';

const USAGE = 'usage: npm run demo [report file]';
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `npm run demo [report file]`: a tour of the product in a terminal, through its public interface only. Exits 0 when
 * all steps succeeded, else 1.
 */
async function main(words: string[]): Promise<number> {
  const screen = new Screen(process.stdout);
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort(new DemoError(`stopped by ${signal}`)));
  // Whoever reads our output may go away (`| head`): a service that we started is stopped all the same.
  process.stdout.on('error', () => stop.abort(new DemoError('the output was closed')));
  if (words.length > 1 || words[0]?.startsWith('-')) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  try {
    await run(words[0] ?? null, screen, stop.signal);
    return 0;
  } catch (err) {
    screen.endLive();
    process.stderr.write(`\n  ✗ ${messageOf(err)}\n\n`);
    return 1;
  }
}

async function run(reportFile: string | null, screen: Screen, signal: AbortSignal): Promise<void> {
  if (reportFile !== null) await requireFile(reportFile);
  const config = readConfig(process.env);
  screen.title('Crosswalk: scan once, see every framework');
  const service = await openService(config, screen, signal);
  try {
    const stranger = new ServiceClient({ address: service.address, token: null, signal });
    const { client, who, credentialsFile } = await logIn(stranger, config.dataDir, signal);
    screen.step(`Logged in as ${who}`, 'POST /api/auth/login');
    const publicUrl = config.publicUrl ?? service.address;
    const happened = await runStory({
      client,
      screen,
      reportFile,
      publicUrl,
      credentialsFile,
      isOurs: service.isOurs,
    });
    await service.stop();
    screen.done(happened);
  } finally {
    await service.stop();
  }
}

/** Checks that the report exists. @throws {DemoError} before anything is started */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new DemoError(`there is no report file ${path}`);
}

function messageOf(err: unknown): string {
  if (err instanceof DemoError || err instanceof ConfigError) return err.message;
  return err instanceof Error ? (err.stack ?? err.message) : String(err);
}

process.exitCode = await main(process.argv.slice(2));
