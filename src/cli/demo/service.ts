import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.js';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { DemoError } from './demo-error.js';
import type { Screen } from './screen.js';

const ENTRY = fileURLToPath(new URL('../../main.js', import.meta.url));
/** Timeout of a start: a first start creates a database, which takes long on a slow machine. */
const START_MS = 3 * MINUTE;
const STOP_MS = MINUTE;
const PROBE_MS = 3 * SECOND;
const LOOK_EVERY_MS = 200;
const LOG_LINES_SHOWN = 5;

/** The running service. */
export interface DemoService {
  /** Base URL, without a trailing slash. */
  address: string;
  /** Whether the demo started the service. */
  isOurs: boolean;
  /** Stops a service that the demo started, and waits for its end; may be called again. */
  stop(): Promise<void>;
}

/**
 * The service at the address of the settings: the running one, or one that is started here.
 * @throws {DemoError} when neither is possible
 */
export async function openService(config: Config, screen: Screen, signal: AbortSignal): Promise<DemoService> {
  if (config.port === 0) return startService(config, null, { screen, signal });
  const address = addressOf(config);
  const state = await probe(address);
  if (state === 'stranger') throw new DemoError(`something else answers at ${address}: set PORT to a free one`);
  if (state === 'nobody') return startService(config, address, { screen, signal });
  await waitUntilReady(address, { signal, check: () => undefined });
  screen.step(`Found the service at ${address}, it will be left running`, 'GET /readyz');
  return { address, isOurs: false, stop: () => Promise.resolve() };
}

/** Local address of the service; PUBLIC_URL may be that of a proxy. */
function addressOf({ host, port }: Config): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Identifies the server at the address. */
async function probe(address: string): Promise<'ready' | 'not ready' | 'stranger' | 'nobody'> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) });
    const text = await response.text();
    if (!/^\{"status":"(not )?ready"\}$/.test(text)) return 'stranger';
    return response.ok ? 'ready' : 'not ready';
  } catch (err) {
    return err instanceof Error && err.name === 'TimeoutError' ? 'stranger' : 'nobody';
  }
}

interface Waiting {
  signal: AbortSignal;
  /** Throws when further waiting is useless. */
  check: () => void;
}

async function waitUntilReady(address: string, { signal, check }: Waiting): Promise<void> {
  const deadline = Date.now() + START_MS;
  while ((await probe(address)) !== 'ready') {
    signal.throwIfAborted();
    check();
    if (Date.now() > deadline)
      throw new DemoError(`the service at ${address} was not ready within ${START_MS / SECOND} s`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Address that a service on a random port has printed. */
async function announcedAddress(logFile: string, { signal, check }: Waiting): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const [, address] = /^ {2}Listens on +(\S+)$/m.exec(readFileSync(logFile, 'utf8')) ?? [];
    if (address !== undefined) return address;
    signal.throwIfAborted();
    check();
    if (Date.now() > deadline) throw new DemoError(`the service was not ready within ${START_MS / SECOND} s`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Starts the service and waits until it is ready. @param configured its address; null for a random port */
async function startService(
  config: Config,
  configured: string | null,
  { screen, signal }: { screen: Screen; signal: AbortSignal },
): Promise<DemoService> {
  const logFile = join(config.dataDir, 'demo-service.log');
  screen.live(`Starting the service (its log: ${logFile}) …`);
  const child = launch(config.dataDir, logFile);
  const stop = () => stopChild(child, logFile);
  const check = () => {
    if (!isOver(child)) return;
    throw new DemoError(`the service did not start; the end of ${logFile}:\n${tailOf(logFile)}`);
  };
  try {
    const address = configured ?? (await announcedAddress(logFile, { signal, check }));
    await waitUntilReady(address, { signal, check });
    screen.step(`Started the service at ${address}, process ${String(child.pid)}`, 'GET /readyz');
    return { address, isOurs: true, stop };
  } catch (err) {
    await stop();
    throw err;
  }
}

/** Starts the service like `npm start`, with its demo organization and with its output in a file. */
function launch(dataDir: string, logFile: string): ChildProcess {
  mkdirSync(dataDir, { recursive: true });
  const log = openSync(logFile, 'w', 0o600);
  try {
    return spawn(process.execPath, ['--enable-source-maps', ENTRY], {
      stdio: ['ignore', log, log],
      env: { ...process.env, DATA_DIR: dataDir, DEMO: 'on', ROLE: 'all' },
    });
  } finally {
    closeSync(log);
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stopChild(child: ChildProcess, logFile: string): Promise<void> {
  if (isOver(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isEnded = await Promise.race([ended.then(() => true), pause(STOP_MS, false, { ref: false })]);
  if (isEnded) return;
  throw new DemoError(
    `the service, process ${String(child.pid)}, did not stop within ${STOP_MS / SECOND} s; its log: ${logFile}`,
  );
}

function tailOf(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  return lines
    .slice(-LOG_LINES_SHOWN)
    .map((line) => `    ${line}`)
    .join('\n');
}
