import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SandboxCommand, SandboxMessage } from './sandbox-protocol.js';

const LINE_FEED = 0x0a;

export interface ProcessLimits {
  /** Of the JavaScript heap. Mebibytes. @default 64 */
  heapMb: number;
  /** Of everything that the process writes to, reserved code space (half a gibibyte) included. Mebibytes. @default 1_000 */
  dataMb: number;
  /** Seconds of CPU time, after which the kernel ends it, even where this process has died. @default 150 */
  cpuSeconds: number;
}

export const PROCESS_LIMITS: ProcessLimits = { heapMb: 64, dataMb: 1_000, cpuSeconds: 150 };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** All that the child may read: its own code, the evaluator, and the file by which Node takes both for modules. */
const READABLE = [
  here('../../../src/*'),
  here('../../../../node_modules/@marcbachmann/*'),
  here('../../../../package.json'),
];

/**
 * A process of its own for tenants' expressions: no environment, no network address known to it, no files but its code, no
 * processes, no code from strings; heap, memory and CPU time are limited and it may be killed at any moment. A thread
 * would not do: with `resourceLimits` of 64 MB, one expression that makes a string of 100 MB ends the whole process (Node
 * 24: "Reached heap limit"), and neither byte arrays nor regular expressions count.
 */
export class SandboxProcess {
  /** Called with every message. */
  onMessage: ((message: SandboxMessage) => void) | null = null;
  /** Called once, with the signal that the child was killed by. */
  onEnd: ((signal: string | null) => void) | null = null;
  private pending: Buffer[] = [];
  private hasEnded = false;

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    // A child that is killed while it is written to; `close` reports its end.
    child.stdin.on('error', () => undefined);
    child.on('error', () => this.end('error'));
    child.on('close', (_code, signal) => this.end(signal));
  }

  static start({ heapMb, dataMb, cpuSeconds }: ProcessLimits): SandboxProcess {
    const flags = [
      '--permission',
      ...READABLE.map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${String(heapMb)}`,
      here('./sandbox-child.js'),
    ];
    const limits = `ulimit -c 0; ulimit -t ${String(cpuSeconds)}; ulimit -d ${String(dataMb * 1_000)}`;
    const child = spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...flags], {
      cwd: '/',
      env: {},
      // What it writes there (a native stack, where it ran out of memory) is of no use: its end says what happened.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return new SandboxProcess(child);
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
