import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ask, Reply, Usage } from './answer-parent.js';

const STOP_GRACE_MS = 10_000;

/** A measured process, on its own event loop. See `answerParent`. */
export class Child implements AsyncDisposable {
  private asked = 0;
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();

  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  private constructor(private readonly process: ChildProcess) {
    process.on('message', (reply: Reply) => this.settle(reply));
    const ended = Promise.withResolvers<undefined>();
    this.ended = ended.promise;
    process.on('exit', (code, signal) => {
      this.refuseAll(new Error(`a child ended (${signal ?? `code ${code ?? 0}`})`));
      ended.resolve(undefined);
    });
  }

  /** Starts a compiled file as a child process. @param execArgv options of Node. @default those of this process */
  static run(file: URL, execArgv: readonly string[] = process.execArgv): Child {
    return new Child(fork(fileURLToPath(file), { execArgv: [...execArgv] }));
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  usage(): Promise<Usage> {
    return this.ask('usage');
  }

  /** Sends a request to the child. @throws {Error} of the child, or when it has ended */
  async ask<T>(what: string, argument: unknown = null): Promise<T> {
    const answer = Promise.withResolvers<unknown>();
    const no = (this.asked += 1);
    this.waiting.set(no, answer);
    this.process.send({ no, what, argument } satisfies Ask, (err) => {
      if (err) answer.reject(err);
    });
    return (await answer.promise) as T;
  }

  /** Stops the process, by a signal if necessary. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), STOP_GRACE_MS);
    await this.ask('stop').catch(() => undefined);
    if (this.process.connected) this.process.disconnect();
    await ended;
    clearTimeout(timer);
  }

  private settle(reply: Reply): void {
    const answer = this.waiting.get(reply.no);
    this.waiting.delete(reply.no);
    if ('problem' in reply) answer?.reject(new Error(reply.problem));
    else answer?.resolve(reply.value);
  }

  private refuseAll(err: Error): void {
    for (const answer of this.waiting.values()) answer.reject(err);
    this.waiting.clear();
  }
}
