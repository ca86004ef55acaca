import type { Readable } from 'node:stream';
import type { Clock } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';
import type { GuardedNetwork } from '../platform/safe-fetch/guarded-network.js';
import type { TimeLimits } from '../platform/time-limits.js';
import type { Finding } from './finding.js';
import type { IdentityFact } from './identity.js';
import type { Gap, Resource } from './resource.js';
import type { Settings } from './settings.js';

/** The system behind an integration cannot be reached, or refuses the credentials. The message is for the user. */
export class ConnectionLost extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('UNAVAILABLE', message, options);
  }
}

/** Settings, network and abort signal of a connector. It has no access to the database or to other tenants. */
export interface SystemContext {
  /** Settings of the integration, validated, with its secrets. */
  config: Readonly<Record<string, unknown>>;
  /** The only network for addresses that a tenant chose. */
  network: GuardedNetwork;
  clock: Clock;
  /** Aborted when the scan is cancelled or its lease is lost, and when a test takes too long. */
  signal: AbortSignal;
  /** Time that the system has to answer, where it differs from `TIME_LIMITS`. */
  timeLimits?: Partial<TimeLimits>;
}

/** Context of a collection. */
export interface CollectContext extends SystemContext {
  /** Number of completed scans of this integration. */
  scansBefore: number;
  /** Opens the stored findings of the last imported report; null where none was imported. */
  openImport(): Promise<Readable | null>;
}

/** Context of a connection test. */
export interface ProbeContext extends SystemContext {
  /** Whether a report has been imported for it. */
  hasImport: boolean;
  /** Called with whom the test reached, as soon as the system has said so itself. */
  reached?: (facts: readonly IdentityFact[]) => void;
}

/**
 * One step of a collection: a resource for our checks to evaluate, a finding of another scanner, a gap, the resource types
 * that were read completely except for the gaps, or the progress (0 to 1, never falling). A check whose resource type was
 * read is not applicable where nothing was in its scope; a check of any other type was not evaluated.
 */
export type Collected =
  | { kind: 'resource'; resource: Resource }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'gap'; gap: Gap }
  | { kind: 'read'; resourceTypes: readonly string[] }
  | { kind: 'progress'; fraction: number };

/** Permissions that an administrator has to grant, as text to copy: a policy, a list of scopes, a manifest. */
export interface PermissionDocument {
  title: string;
  format: 'json' | 'yaml' | 'sql' | 'text';
  text: string;
  /** Name of the alternative that it belongs to. @default needed with each */
  way?: 'CloudFormation' | 'Terraform' | 'By hand' | 'Token' | 'GitHub App' | 'Service app' | 'API token';
}

/** A kind of integration: one folder for each, all behind this interface (src/connectors/README.md). */
export interface Connector {
  readonly type: string;
  /** `Amazon Web Services`. */
  readonly title: string;
  /** Data that it reads, and how, in one or two sentences. */
  readonly description: string;
  readonly settings: Settings;
  /** The least privilege that it needs. */
  readonly permissions: readonly PermissionDocument[];
  /** The identity of this service that is granted access, where the operator names it; null where none is, or none is needed. @default null */
  readonly grantee?: string | null;
  /** Whether a scanner's report can be imported for it. */
  readonly acceptsReports: boolean;
  /**
   * Tests whether a scan could collect, and reports to `reached` whom it reached.
   * @returns the problems, each a sentence that names the missing permission; empty for none
   * @throws {AppError} with a message for the user when nothing could be tested; see `problemsOf`
   */
  probe(ctx: ProbeContext): Promise<string[]>;
  /**
   * Streams the resources or findings of the system. Each finding is the verdict of one check on one resource.
   * @throws {AppError} with a message for the user when nothing can be collected
   * @throws {ConnectionLost} when the system cannot be reached or refuses the credentials
   */
  collect(ctx: CollectContext): AsyncIterable<Collected>;
}
