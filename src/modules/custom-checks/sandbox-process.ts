import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnConfined, type ConfinedProcess, type ProcessLimits } from '../../platform/confined-process.js';
import type { SandboxCommand, SandboxMessage } from './sandbox-protocol.js';

const LINE_FEED = 0x0a;

/** Limits of the process. */
export const PROCESS_LIMITS: ProcessLimits = { heapMb: 64, dataMb: 1_000, cpuSeconds: 150 };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** All that the child may read: its own code, the evaluator, and the file by which Node takes both for modules. */
const READABLE = [
  here('../../../src/*'),
  here('../../../../node_modules/@marcbachmann/*'),
  here('../../../../package.json'),
];

/** A process of its own for tenants' expressions, which reads nothing but its code (`spawnConfined`). */
export class SandboxProcess {
  /** Called with every message. */
  onMessage: ((message: SandboxMessage) => void) | null = null;
  /** Called once, with the signal that the child was killed by. */
  onEnd: ((signal: string | null) => void) | null = null;
  private pending: Buffer[] = [];
  private hasEnded = false;

  private constructor(private readonly child: ConfinedProcess) {
    // What it writes there (a native stack, where it ran out of memory) is of no use: its end says what happened.
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    // A child that is killed while it is written to; `close` reports its end.
    child.stdin.on('error', () => undefined);
    child.on('error', () => this.end('error'));
    child.on('close', (_code, signal) => this.end(signal));
  }

  static start({ heapMb, dataMb, cpuSeconds }: ProcessLimits): SandboxProcess {
    const script = here('./sandbox-child.js');
    return new SandboxProcess(spawnConfined({ script, readable: READABLE, heapMb, dataMb, cpuSeconds }));
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  send(command: SandboxCommand): void {
    this.child.stdin.write(JSON.stringify(command) + '\n');
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await ended;
  }

  private read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      const line = Buffer.concat([...this.pending, rest.subarray(0, end)]).toString('utf8');
      this.pending = [];
      rest = rest.subarray(end + 1);
      this.onMessage?.(JSON.parse(line) as SandboxMessage);
    }
    if (rest.length > 0) this.pending.push(rest);
  }

  private end(signal: string | null): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd?.(signal);
  }
}
