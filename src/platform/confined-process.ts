import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Limits of a process, which the kernel and Node.js enforce. */
export interface ProcessLimits {
  /** Of the JavaScript heap. Mebibytes. */
  heapMb: number;
  /** Of everything that the process writes to, reserved code space (half a gibibyte) included. Mebibytes. */
  dataMb: number;
  /** Seconds of CPU time, after which the kernel ends it, even where this process has died. */
  cpuSeconds: number;
}

/** What a confined process runs, and all that it may touch. */
export interface Confinement extends ProcessLimits {
  /** Path of its module. */
  script: string;
  /** Arguments of the module. @default none */
  args?: readonly string[];
  /** Patterns of files that it may read: its code, and the file by which Node takes that for modules. */
  readable: readonly string[];
  /** Patterns of files that it may also write. @default none */
  writable?: readonly string[];
}

/** A child with streams for input, output and errors. */
export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A process of its own for work on what tenants send: no environment, no network address known to it, no files but those named, no
 * processes, no code from strings; heap, memory and CPU time are limited and it may be killed at any moment. A thread would not do:
 * with `resourceLimits` of 64 MB, one expression that makes a string of 100 MB ends the whole process (Node 24: "Reached heap
 * limit"), and neither byte arrays nor regular expressions count.
 */
export function spawnConfined({
  script,
  args = [],
  readable,
  writable = [],
  heapMb,
  dataMb,
  cpuSeconds,
}: Confinement): ConfinedProcess {
  const flags = [
    '--permission',
    ...[...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${String(heapMb)}`,
    script,
    ...args,
  ];
  const limits = `ulimit -c 0; ulimit -t ${String(cpuSeconds)}; ulimit -d ${String(dataMb * 1_000)}`;
  return spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...flags], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Why a process was ended that a limit ended: one out of memory aborts, the kernel kills one out of CPU time. */
export function exceededLimit(killedBy: string | null): 'CPU time' | 'memory' {
  return killedBy === 'SIGKILL' || killedBy === 'SIGXCPU' ? 'CPU time' : 'memory';
}
