import type { Readable } from 'node:stream';
import type { Clock } from '../platform/clock.js';
import type { Finding } from './finding.js';

/** What a connector gets to work with. It never sees the database or another tenant. */
export interface CollectContext {
  /** Configuration of the integration, without secrets. */
  config: Readonly<Record<string, unknown>>;
  /** How many scans of this integration have completed before this one. */
  scansBefore: number;
  /** The findings kept from the last imported report, or null where none was imported. Opened on call. */
  openImport(): Promise<Readable | null>;
  clock: Clock;
  /** Aborted when the scan is cancelled or its lease is lost. */
  signal: AbortSignal;
}

/** One step of a collection: findings as they are seen, and how far the collection is (0 to 1, never falling). */
export type Collected = { kind: 'finding'; finding: Finding } | { kind: 'progress'; fraction: number };

/** A kind of integration. One folder each, all behind this interface. */
export interface Connector {
  readonly type: string;
  /** Whether `import` accepts a scanner's report for it. */
  readonly acceptsReports: boolean;
  /**
   * Streams what the integration holds. Each finding stands for one check on one resource.
   * @throws {AppError} with a message for the user when nothing can be collected
   */
  collect(ctx: CollectContext): AsyncIterable<Collected>;
}
