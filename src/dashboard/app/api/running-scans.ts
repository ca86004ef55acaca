/** A scan as the socket speaks of it. */
interface ChangedScan {
  id: string;
  status: 'completed' | 'failed' | 'queued' | 'running';
  progress: { percent: number };
}

/** A scan that is not over, as the socket said last. */
export interface RunningScan {
  id: string;
  status: 'queued' | 'running';
  /** 0 to 100. */
  percent: number;
}

/** The scans that are not over, as far as the socket says. */
export class RunningScans {
  private scans: readonly RunningScan[] = [];
  private readonly watchers = new Set<() => void>();

  /** Those that run, then those that wait, each in the order in which they were heard of. */
  readonly get = (): readonly RunningScan[] => this.scans;

  /** Calls `changed` after every change. @returns a function that stops it */
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  };

  /** Takes what the socket says: what is over is forgotten, what was known keeps its place. */
  take(changed: readonly ChangedScan[]): void {
    const byId = new Map(this.scans.map((scan) => [scan.id, scan]));
    for (const { id, status, progress } of changed) {
      if (status === 'queued' || status === 'running') byId.set(id, { id, status, percent: progress.percent });
      else byId.delete(id);
    }
    const all = [...byId.values()];
    const of = (wanted: RunningScan['status']) => all.filter(({ status }) => status === wanted);
    this.become([...of('running'), ...of('queued')]);
  }

  /** Forgets all, as nobody says any more how far they are. */
  forget(): void {
    this.become([]);
  }

  private become(next: readonly RunningScan[]): void {
    if (next.length === 0 && this.scans.length === 0) return;
    this.scans = next;
    for (const changed of this.watchers) changed();
  }
}
