import { gunzippedLines } from '../../platform/storage/lines.js';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import type { Finding } from '../finding.js';
import { NO_SETTINGS } from '../settings.js';

/** Findings between two reports of progress. */
const PROGRESS_EVERY = 500;

/**
 * An integration with imported reports of a scanner: a scan reads the stored findings of the last one. Reports of every
 * known format are accepted, whatever the type of the integration.
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
    const findings = await ctx.openImport();
    if (!findings) return;
    let count = 0;
    for await (const line of gunzippedLines(findings)) {
      ctx.signal.throwIfAborted();
      yield { kind: 'finding', finding: JSON.parse(line) as Finding };
      count += 1;
      // The number of findings is not known: the fraction approaches 1 without reaching it.
      if (count % PROGRESS_EVERY === 0) yield { kind: 'progress', fraction: count / (count + 10 * PROGRESS_EVERY) };
    }
    yield { kind: 'progress', fraction: 1 };
  }
}
