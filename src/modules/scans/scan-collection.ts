import { ConnectionLost, type Collected, type Connector } from '../../connectors/connector.js';
import type { TimeLimits } from '../../platform/time-limits.js';
import type { Finding } from '../../connectors/finding.js';
import type { Gap, Resource } from '../../connectors/resource.js';
import type { Clock } from '../../platform/clock.js';
import { inChunks } from '../../platform/storage/lines.js';
import { AppError } from '../../platform/errors.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import type { CheckEngine } from '../checks/check-engine.js';
import type { CustomChecks } from '../custom-checks/custom-checks.js';
import { IntegrationEvaluator, type EvaluationGap } from './integration-evaluator.js';
import { shareOfTime } from './scan-time.js';
import { SnapshotWriter, type StoredSnapshot } from './snapshot-writer.js';
import type { FindingAggregate } from './finding-aggregate.rules.js';

/** An integration as a scan reads it. */
export interface ScannedIntegration {
  id: string;
  name: string;
  connector: Connector;
  /** Checked settings with secrets. */
  config: Record<string, unknown>;
  scansBefore: number;
  importKey: string | null;
}

export interface CollectOptions {
  integrations: ScannedIntegration[];
  aggregate: FindingAggregate;
  engine: CheckEngine;
  /** The tenant's custom checks, or null where it has none. */
  custom: CustomChecks | null;
  objects: ObjectStore;
  network: GuardedNetwork;
  /** Key of the object that stores the findings of the scan: one JSON object a line, gzip. */
  findingsKey: string;
  /** Key of the object that stores its resources, in the same form. */
  snapshotKey: string;
  clock: Clock;
  signal: AbortSignal;
  /** Time of the integrations to answer, all together. */
  limits: TimeLimits;
  /** Called often; `fraction` is 0 to 1 over all integrations. */
  onProgress: (fraction: number, integration: string) => Promise<void>;
}

/** A part of an integration that a scan could not read or evaluate. */
export interface ScanGap extends EvaluationGap {
  integrationId: string;
}

export interface CollectedScan {
  findings: StoredObject;
  /** Null where the integrations gave findings only. */
  snapshot: StoredSnapshot | null;
  gaps: ScanGap[];
}

/**
 * Reads every integration to its end, evaluates its resources by the checks, aggregates the findings, and stores findings and
 * resources, compressed, in an object each. Memory is bounded whatever their number: they are streamed.
 */
export async function collectScan(options: CollectOptions): Promise<CollectedScan> {
  const snapshot = new SnapshotWriter(options.objects, options.snapshotKey);
  const gaps: ScanGap[] = [];
  try {
    const endsAt = performance.now() + options.limits.collectionMs;
    const lines = findingLines(options, { snapshot, gaps, endsAt });
    const findings = await options.objects.put(options.findingsKey, inChunks(lines), true);
    return { findings, snapshot: await snapshot.end(), gaps };
  } catch (err) {
    await snapshot.abandon(err);
    throw err;
  }
}

interface Sinks {
  snapshot: SnapshotWriter;
  gaps: ScanGap[];
  /** When all integrations must have been read, by `performance.now()`. */
  endsAt: number;
}

async function* findingLines(options: CollectOptions, sinks: Sinks): AsyncGenerator<string> {
  for (const [index, integration] of options.integrations.entries()) {
    try {
      yield* linesOf(integration, index, { options, sinks });
    } catch (err) {
      throw err instanceof ConnectionLost ? new IntegrationLost(integration.id, err) : err;
    }
  }
}

/** The end of a scan whose integration lost its connection. */
export class IntegrationLost extends AppError {
  constructor(
    readonly integrationId: string,
    lost: ConnectionLost,
  ) {
    super(lost.code, lost.message, { cause: lost });
  }
}

async function* linesOf(
  integration: ScannedIntegration,
  index: number,
  { options, sinks }: { options: CollectOptions; sinks: Sinks },
): AsyncGenerator<string> {
  const { integrations, aggregate, engine, custom, clock, signal, onProgress } = options;
  const evaluator = new IntegrationEvaluator(engine, custom);
  const at = () => ({ detectedAt: clock.now().toISOString(), signal });
  const line = (finding: Finding) => {
    const { no } = aggregate.add(integration.id, finding);
    return JSON.stringify({ integration_id: integration.id, check_no: no, ...finding }) + '\n';
  };
  const collectionMs = shareOfTime(sinks.endsAt, integrations.length - index);
  for await (const step of collected(integration, options, collectionMs)) {
    signal.throwIfAborted();
    switch (step.kind) {
      case 'progress':
        await onProgress((index + step.fraction) / integrations.length, integration.name);
        break;
      case 'gap':
        evaluator.missed(step.gap);
        break;
      case 'read':
        evaluator.read(step.resourceTypes);
        break;
      case 'finding':
        if (aggregate.concerns(step.finding)) yield line(step.finding);
        break;
      case 'resource':
        if (hasTooLongName(step.resource)) {
          evaluator.missed(tooLongName(step.resource));
          break;
        }
        await sinks.snapshot.write(integration.id, step.resource);
        for (const finding of evaluator.evaluate(step.resource, at().detectedAt)) yield line(finding);
        for (const finding of await evaluator.evaluateCustom(step.resource, at())) yield line(finding);
    }
  }
  for (const finding of await evaluator.evaluateRest(at())) yield line(finding);
  for (const finding of evaluator.outOfScope()) yield line(finding);
  for (const [checkId, reason] of evaluator.withheld()) aggregate.withhold(integration.id, checkId, reason);
  for (const checkId of evaluator.notWhole()) aggregate.noteNotWhole(integration.id, checkId);
  sinks.snapshot.read(integration.id, evaluator.readResourceTypes());
  sinks.gaps.push(...evaluator.gaps().map((gap) => ({ integrationId: integration.id, ...gap })));
}

/** Characters of an id, a name or another text by which a resource is found. Those of every provider are shorter; what is scanned writes them. */
const NAME_MAX = 4_096;

function hasTooLongName({ id, name, region, account }: Resource): boolean {
  return [id, name, region ?? '', account].some((text) => text.length > NAME_MAX);
}

function tooLongName({ type }: Resource): Gap {
  const reason = `A resource has an id, name, region or account of more than ${NAME_MAX.toLocaleString('en')} characters.`;
  return { resourceTypes: [type], region: null, account: null, reason };
}

function collected(
  integration: ScannedIntegration,
  options: CollectOptions,
  collectionMs: number,
): AsyncIterable<Collected> {
  const { objects, network, clock, signal, limits } = options;
  const { config, scansBefore, importKey } = integration;
  return integration.connector.collect({
    config,
    scansBefore,
    openImport: () => (importKey === null ? Promise.resolve(null) : objects.get(importKey)),
    network,
    clock,
    signal,
    timeLimits: { ...limits, collectionMs },
  });
}
