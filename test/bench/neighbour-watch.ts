import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client.js';

/** Pauses of the one who is measured: a person with two browser tabs. */
const PAUSE_MS = 20;
const CLIENTS = 2;
const READY_EVERY_MS = 100;
const STATUS_EVERY_MS = 250;
/** Longest wait for the start of a scan. */
const SCAN_START_MS_MAX = 20_000;

/** What a tenant saw of its neighbours. Milliseconds. */
export interface NeighbourFigures {
  answers: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Longest answer of `/readyz`. */
  readyMaxMs: number;
  /** Time from the trigger of each scan until it ran; null for one that did not start. */
  scanStartsMs: (number | null)[];
  /** Answers other than 2xx, by status. */
  failures: Record<string, number>;
}

const CONTROLS = '{ frameworks { id name score } controls(framework: "SOC 2") { id controlId title status } }';

/** Requests of an ordinary tenant while others do their worst; `/readyz`; and the start of its scans. */
export class NeighbourWatch {
  private readonly latencies: number[] = [];
  private readonly failures: Record<string, number> = {};
  private readyMaxMs = 0;
  private isOver = false;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** Measures for a time. @param scans how many scans are triggered, spread over it */
  async measure(seconds: number, scans: number): Promise<NeighbourFigures> {
    const client = new Client(this.baseUrl, this.token, false);
    const watching = Promise.all([...Array.from({ length: CLIENTS }, () => this.use(client)), this.watchReady()]);
    const starts: Promise<number | null>[] = [];
    const parts = Math.max(1, scans);
    for (let no = 0; no < parts; no += 1) {
      if (no < scans) starts.push(this.scanStart(client));
      await sleep((seconds * 1_000) / parts);
    }
    const scanStartsMs = await Promise.all(starts);
    this.isOver = true;
    await watching;
    const sorted = this.latencies.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    return {
      answers: sorted.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
      readyMaxMs: this.readyMaxMs,
      scanStartsMs,
      failures: this.failures,
    };
  }

  private async use(client: Client): Promise<void> {
    const requests = [
      () => client.get('/api/org/profile'),
      () => client.get('/api/compliance/frameworks'),
      () => client.graphql(CONTROLS),
      () => client.get('/api/scans?limit=20'),
    ];
    for (let no = 0; !this.isOver; no += 1) {
      const startedAt = performance.now();
      const status = await requests[no % requests.length]?.().then(
        (answer) => String(answer.status),
        () => 'no answer',
      );
      this.latencies.push(performance.now() - startedAt);
      if (status !== '200') this.countFailure(String(status));
      await sleep(PAUSE_MS);
    }
  }

  private async watchReady(): Promise<void> {
    while (!this.isOver) {
      const startedAt = performance.now();
      const { status } = await fetch(`${this.baseUrl}/readyz`);
      await sleep(0);
      this.readyMaxMs = Math.max(this.readyMaxMs, performance.now() - startedAt);
      if (status !== 200) this.countFailure(`readyz ${String(status)}`);
      await sleep(READY_EVERY_MS);
    }
  }

  /** Triggers a scan. @returns the time until it runs; null where it does not in time, or was refused */
  private async scanStart(client: Client): Promise<number | null> {
    const startedAt = performance.now();
    const { status: triggered, body } = await client.post('/api/scans/trigger', {});
    const id = (body as { data?: { scan_job_id?: string } } | null)?.data?.scan_job_id;
    if (id === undefined) {
      this.countFailure(`trigger ${String(triggered)}`);
      return null;
    }
    while (performance.now() - startedAt < SCAN_START_MS_MAX) {
      const { status } = await client.rest<{ status: string }>(`/api/scans/${id}`).catch(() => ({ status: 'queued' }));
      if (status !== 'queued') return performance.now() - startedAt;
      await sleep(STATUS_EVERY_MS);
    }
    return null;
  }

  private countFailure(name: string): void {
    this.failures[name] = (this.failures[name] ?? 0) + 1;
  }
}
