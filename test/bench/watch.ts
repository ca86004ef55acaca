import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 50;

/** Measurements of a process until `stop`. */
export interface Seen {
  rssBeforeBytes: number;
  rssPeakBytes: number;
  /** Longest response time of a trivial request, which is how long other clients were blocked. Milliseconds. */
  silenceMs: number;
}

/** Samples a process and its `/livez` every 50 ms, from outside, so that time with a busy event loop counts. */
export class Watch {
  private readonly seen: Seen;
  private isStopped = false;
  private readonly looking: Promise<unknown>;

  constructor(
    private readonly pid: number,
    private readonly baseUrl: string,
  ) {
    const rssBytes = this.rssBytes();
    this.seen = { rssBeforeBytes: rssBytes, rssPeakBytes: rssBytes, silenceMs: 0 };
    this.looking = Promise.all([this.sample(), this.listen()]);
    this.looking.catch(() => undefined);
  }

  async stop(): Promise<Seen> {
    this.isStopped = true;
    await this.looking;
    return this.seen;
  }

  private async sample(): Promise<void> {
    while (!this.isStopped) {
      this.seen.rssPeakBytes = Math.max(this.seen.rssPeakBytes, this.rssBytes());
      await sleep(SAMPLE_MS);
    }
  }

  private async listen(): Promise<void> {
    while (!this.isStopped) {
      const askedAt = performance.now();
      const { status } = await fetch(`${this.baseUrl}/livez`);
      if (status !== 200) throw new Error(`/livez answered ${status}`);
      this.seen.silenceMs = Math.max(this.seen.silenceMs, performance.now() - askedAt);
      await sleep(SAMPLE_MS);
    }
  }

  private rssBytes(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  }
}
