import type { ServiceClient } from './client.js';
import { bar } from './draw.js';
import { DemoError } from './demo-error.js';
import { SCAN_PROGRESS, ScanProgress, type ProgressEvent } from './queries.js';
import type { Screen } from './screen.js';

const BAR_CELLS = 20;
/** Progress between two lines where lines cannot be redrawn. Percent. */
const PLAIN_STEP = 5;

/**
 * Draws the progress of a scan until its end.
 * @returns its last event, which is `completed` or `failed`
 * @throws {DemoError} when progress decreases, or the events end before the scan does
 */
export async function watchScan(client: ServiceClient, scanId: string, screen: Screen): Promise<ProgressEvent> {
  const line = new ProgressLine(screen);
  let last: ProgressEvent | null = null;
  for await (const { scanProgress: event } of client.subscribe(SCAN_PROGRESS, { scanId }, ScanProgress)) {
    requireGrowth(last, event);
    line.draw(event);
    last = event;
  }
  screen.endLive();
  if (last?.status === 'failed') return last;
  if (last?.status === 'completed' && last.percent === 100) return last;
  throw new DemoError(`the live feed ended at ${last ? `${last.percent} %, ${last.status}` : 'once'}`);
}

/** Checks that progress does not decrease. @throws {DemoError} when `next` cannot follow `last` */
export function requireGrowth(last: ProgressEvent | null, next: ProgressEvent): void {
  if (!last) return;
  const isNewer = next.sequence > last.sequence && next.percent >= last.percent;
  // The first event of a connection is a snapshot: after a reconnect it may be one that is known already.
  const isRepeated = next.sequence === last.sequence && next.percent === last.percent;
  if (isNewer || isRepeated || next.status === 'failed') return;
  throw new DemoError(
    `progress went backwards: event ${last.sequence} at ${last.percent} %, then event ${next.sequence} at ${next.percent} %`,
  );
}

/** Progress as one redrawn line, or as a line every five percent where lines cannot be redrawn. */
export class ProgressLine {
  private drawn: Pick<ProgressEvent, 'percent' | 'status'> | null = null;

  constructor(private readonly screen: Screen) {}

  draw(event: ProgressEvent): void {
    const isEnd = event.status === 'completed' || event.status === 'failed';
    const isStep = !this.drawn || event.percent >= this.drawn.percent + PLAIN_STEP;
    const isEndDrawn = this.drawn?.status === event.status;
    if (!this.screen.isLive && !isStep && (!isEnd || isEndDrawn)) return;
    this.drawn = event;
    this.screen.live(progressText(event), this.screen.isLive ? `${bar(event.percent, BAR_CELLS)} ` : '');
  }
}

/** ` 54 %   210 passed   130 failed  of 1039  Northwind cloud account`, in columns of fixed width. */
function progressText(event: ProgressEvent): string {
  const { percent, status, totalControls, passedControls, failedControls, progress } = event;
  const column = (amount: number, width: number) => String(amount).padStart(width);
  const width = String(totalControls).length;
  const verdicts = `${column(passedControls, width)} passed  ${column(failedControls, width)} failed  of ${totalControls}`;
  const where = status === 'running' ? progress.currentIntegration : null;
  return `${column(percent, 3)} %  ${verdicts}  ${where ?? status}`;
}
