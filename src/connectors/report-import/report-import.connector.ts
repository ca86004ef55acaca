import { gunzippedLines } from '../../platform/storage/lines.js';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import type { Finding } from '../finding.js';
import { NO_SETTINGS } from '../settings.js';

/** How often progress is told while a report is read. Findings. */
const PROGRESS_EVERY = 500;

/**
 * An integration that is fed by a scanner's reports: a scan reads the findings kept from the last one imported. Reports of
 * every recognised format are taken, whatever the type of the integration.
 */
export class ReportImportConnector implements Connector {
  readonly acceptsReports = true;
  readonly settings = NO_SETTINGS;
  readonly permissions = [];

  constructor(
    readonly type: string,
    readonly title: string,
    readonly description: string,
  ) {}

  probe({ hasImport }: ProbeContext): Promise<string[]> {
    return Promise.resolve(hasImport ? [] : ['No report has been imported yet.']);
  }

  async *collect(ctx: CollectContext): AsyncIterable<Collected> {
    const kept = await ctx.openImport();
    if (!kept) return;
    let count = 0;
    for await (const line of gunzippedLines(kept)) {
      ctx.signal.throwIfAborted();
      yield { kind: 'finding', finding: JSON.parse(line) as Finding };
      count += 1;
      // The number of findings to come is not known: the fraction nears 1 without reaching it.
      if (count % PROGRESS_EVERY === 0) yield { kind: 'progress', fraction: count / (count + 10 * PROGRESS_EVERY) };
    }
    yield { kind: 'progress', fraction: 1 };
  }
}
