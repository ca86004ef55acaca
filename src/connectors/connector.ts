import type { Readable } from 'node:stream';
import type { Clock } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';
import type { GuardedNetwork } from '../platform/safe-fetch/guarded-network.js';
import type { Finding } from './finding.js';
import type { Gap, Resource } from './resource.js';
import type { Settings } from './settings.js';

/** Says that the system behind an integration cannot be reached, or lets the service in no more. The message is for the user. */
export class ConnectionLost extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('UNAVAILABLE', message, options);
  }
}

/** What reaching a system takes. A connector never sees the database or another tenant. */
export interface SystemContext {
  /** Settings of the integration, checked, with its secrets. */
  config: Readonly<Record<string, unknown>>;
  /** The only way to addresses that a tenant chose. */
  network: GuardedNetwork;
  clock: Clock;
  /** Aborted when the scan is cancelled or its lease is lost, and when a test takes too long. */
  signal: AbortSignal;
}

/** What a connector gets to collect with. */
export interface CollectContext extends SystemContext {
  /** How many scans of this integration have completed before this one. */
  scansBefore: number;
  /** The findings kept from the last imported report, or null where none was imported. Opened on call. */
  openImport(): Promise<Readable | null>;
}

/** What a test of an integration gets to work with. */
export interface ProbeContext extends SystemContext {
  /** Whether a report has been imported for it. */
  hasImport: boolean;
}

/**
 * One step of a collection: a resource for our checks to judge, a finding of another scanner, a part that could not be read,
 * types of resources that were read to their end but for such parts, or how far the collection is (0 to 1, never falling).
 * A check of a type that was read and met nothing in its scope is not applicable; one of another type has not looked.
 */
export type Collected =
  | { kind: 'resource'; resource: Resource }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'gap'; gap: Gap }
  | { kind: 'read'; resourceTypes: readonly string[] }
  | { kind: 'progress'; fraction: number };

/** What an administrator has to grant, as a text to copy: a policy, a list of scopes, a manifest. */
export interface PermissionDocument {
  title: string;
  /** `json`, `yaml`, `sql`, `text`. */
  format: 'json' | 'yaml' | 'sql' | 'text';
  text: string;
}

/** A kind of integration. One folder each, all behind this interface. */
export interface Connector {
  readonly type: string;
  /** `Amazon Web Services`. */
  readonly title: string;
  /** What it reads and how, in one or two sentences. */
  readonly description: string;
  readonly settings: Settings;
  /** The least that it needs. */
  readonly permissions: readonly PermissionDocument[];
  /** Whether `import` accepts a scanner's report for it. */
  readonly acceptsReports: boolean;
  /**
   * Tries whether a scan could collect.
   * @returns what is in its way, each in a sentence that names the missing permission; empty where nothing is
   * @throws {AppError} with a message for the user where it could not look at anything; see `problemsOf`
   */
  probe(ctx: ProbeContext): Promise<string[]>;
  /**
   * Streams what the integration holds. Each finding stands for one check on one resource.
   * @throws {AppError} with a message for the user when nothing can be collected
   * @throws {ConnectionLost} when the reason is that its system cannot be reached, or lets it in no more
   */
  collect(ctx: CollectContext): AsyncIterable<Collected>;
}
