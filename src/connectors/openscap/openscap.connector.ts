import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';
import { TIME_LIMITS } from '../../platform/time-limits.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
} from '../connector.js';
import { ReportImportConnector } from '../report-import/report-import.connector.js';
import { readReport } from '../reports/read-report.js';
import { evaluationOf, ReportSettings, ScanSettings, type Evaluation } from './openscap-settings.js';
import { errorLine, confined, runOscap } from './oscap-process.js';

const PROBE_MS_MAX = MINUTE;
/** Exit codes with results: every rule passed, or at least one did not; 1 is an error. Source: manual of oscap. */
const EXIT_CODES_WITH_RESULTS: readonly number[] = [0, 2];

/** The operator's options. */
export interface OpenscapOptions {
  /** The only folder whose data streams may be evaluated; null allows imported reports only. */
  contentDir: string | null;
  /** Name or path of the program. @default 'oscap' // searched in PATH */
  program?: string;
  /** Milliseconds. @default the time of the collection */
  timeoutMs?: number;
}

/** Findings of OpenSCAP: imported reports or, where the operator allows it, evaluations of the host of the worker. */
export class OpenscapConnector implements Connector {
  readonly type = 'openscap';
  readonly title = 'OpenSCAP';
  readonly description =
    'Results of OpenSCAP scans, imported as XCCDF or ARF or, where the operator of the installation allows it, of an evaluation on the host of the worker.';
  readonly settings;
  readonly permissions = [];
  readonly acceptsReports = true;
  private readonly imports = new ReportImportConnector(this.type, this.title, this.description);

  constructor(private readonly options: OpenscapOptions) {
    this.settings = options.contentDir === null ? ReportSettings : ScanSettings;
  }

  async probe(ctx: ProbeContext): Promise<string[]> {
    const evaluation = evaluationOf(ctx.config);
    if (!evaluation) return this.imports.probe(ctx);
    const file = await confined(this.contentDir(), evaluation.dataStream);
    const { output } = await this.run(['info', '--profile', evaluation.profile, file], ctx.signal, PROBE_MS_MAX);
    // oscap exits with 0 for an unknown profile, and accepts the end of an id for an id.
    const ids = [...output.matchAll(/^[ \t]*Id: (\S+)$/gm)].map(([, id]) => id);
    if (ids.includes(evaluation.profile)) return [];
    const missing = `${evaluation.dataStream} has no profile ${evaluation.profile}, or is no SCAP content.`;
    throw new AppError('UNAVAILABLE', missing);
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const evaluation = evaluationOf(ctx.config);
    if (!evaluation) {
      yield* this.imports.collect(ctx);
      return;
    }
    const directory = await mkdtemp(join(tmpdir(), 'crosswalk-oscap-'));
    try {
      const results = await this.evaluate(evaluation, { directory, ...ctx });
      yield { kind: 'progress', fraction: 0.9 };
      for await (const finding of readReport(createReadStream(results), { temporaryDirectory: directory })) {
        ctx.signal.throwIfAborted();
        yield { kind: 'finding', finding };
      }
      yield { kind: 'progress', fraction: 1 };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** @returns path of the results */
  private async evaluate(
    { dataStream, profile }: Evaluation,
    { directory, signal, timeLimits }: Pick<CollectContext, 'signal' | 'timeLimits'> & { directory: string },
  ): Promise<string> {
    const file = await confined(this.contentDir(), dataStream);
    const results = join(directory, 'results.xml');
    const args = ['xccdf', 'eval', '--profile', profile, '--results', results, file];
    // Profiles of hundreds of rules take some minutes; those that read every file take longer.
    const timeoutMs = this.options.timeoutMs ?? timeLimits?.collectionMs ?? TIME_LIMITS.collectionMs;
    const ended = await this.run(args, signal, timeoutMs);
    if (EXIT_CODES_WITH_RESULTS.includes(ended.exitCode)) return results;
    throw new AppError('UNAVAILABLE', `oscap could not evaluate ${dataStream}: ${errorLine(ended)}`);
  }

  /** @throws {ConnectionLost} where the operator has withdrawn the permission since */
  private contentDir(): string {
    if (this.options.contentDir !== null) return this.options.contentDir;
    throw new ConnectionLost('the operator of this installation no longer allows scans of its host');
  }

  private run(args: readonly string[], signal: AbortSignal, timeoutMs: number) {
    return runOscap(args, { program: this.options.program ?? 'oscap', timeoutMs, signal });
  }
}
