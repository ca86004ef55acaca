import type { RequestContext } from '../../context.js';
import type { Resource } from '../../connectors/resource.js';
import { SECOND } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { storedResources } from '../checks/stored-resources.js';
import { latestStoredResources } from './custom-check.sql.js';
import { logicOf, type CustomCheckLogic } from './custom-check.rules.js';
import { Batch } from './custom-checks.js';
import { Sandbox, SANDBOX_LIMITS, type SandboxVerdict } from './sandbox.js';

const SAMPLES_MAX = 20;
/** A client waits for the answer. */
const TOTAL_MS = 10 * SECOND;
const CPU_SECONDS = 20;
const CHECK_ID = 'dry-run';

export type SampleOutcome = 'fail' | 'error';

/** Results that a check would have on the resources of a scan. */
export interface DryRun {
  scanId: string;
  /** Of the type of the check. */
  resources: number;
  passed: number;
  failed: number;
  outOfScope: number;
  errors: number;
  /** Why it was stopped before the end, or null. */
  stopped: string | null;
  /** The first 20 that failed or could not be evaluated. */
  samples: {
    outcome: SampleOutcome;
    resourceId: string;
    resourceName: string;
    region: string | null;
    account: string;
    sentence: string;
  }[];
  durationMs: number;
}

/** The latest completed scan that stored resources, and the key of these. @throws {AppError} CONFLICT where there is none */
export async function latestSnapshot({ em, viewer }: RequestContext): Promise<{ scanId: string; key: string }> {
  const found = await latestStoredResources.one(em, { tenantId: viewer.tenantId });
  if (!found) throw new AppError('CONFLICT', 'no completed scan has stored resources yet');
  return found;
}

/**
 * Evaluates a logic on the resources of a snapshot, for at most ten seconds. Memory stays bounded whatever their number.
 * @throws {AppError} GONE where they are no longer stored; UNAVAILABLE
 */
export async function dryRun(
  objects: ObjectStore,
  { scanId, key }: { scanId: string; key: string },
  logic: CustomCheckLogic,
): Promise<DryRun> {
  const { resourceType } = logic;
  const limits = { ...SANDBOX_LIMITS, batchMs: TOTAL_MS, totalMs: TOTAL_MS, cpuSeconds: CPU_SECONDS };
  const sandbox = new Sandbox([{ id: CHECK_ID, resourceType, logic: logicOf(logic) }], limits);
  const startedAt = performance.now();
  const counts = new Counts();
  const batch = new Batch();
  const evaluate = async () => {
    const resources = batch.take();
    const verdicts = await sandbox.evaluate(resources);
    if (!sandbox.stopped.has(CHECK_ID)) counts.add(resources, verdicts);
  };
  try {
    for await (const resource of storedResources(objects, key)) {
      if (resource.type !== resourceType || !batch.add(resource)) continue;
      await evaluate();
      if (sandbox.stopped.has(CHECK_ID)) break;
    }
    await evaluate();
  } finally {
    await sandbox.close();
  }
  const reason = sandbox.stopped.get(CHECK_ID);
  const durationMs = Math.round(performance.now() - startedAt);
  return { scanId, ...counts.summary(), stopped: reason === undefined ? null : `It ${reason}.`, durationMs };
}

class Counts {
  private readonly samples: DryRun['samples'] = [];
  private readonly of = { pass: 0, fail: 0, error: 0 };
  private resources = 0;

  add(resources: readonly Resource[], verdicts: readonly SandboxVerdict[]): void {
    this.resources += resources.length;
    for (const { resource: no, status, sentence } of verdicts) {
      this.of[status] += 1;
      const resource = resources[no];
      if (!resource || status === 'pass' || this.samples.length >= SAMPLES_MAX) continue;
      const { id: resourceId, name: resourceName, region, account } = resource;
      this.samples.push({ outcome: status, resourceId, resourceName, region, account, sentence });
    }
  }

  summary(): Pick<DryRun, 'resources' | 'passed' | 'failed' | 'errors' | 'outOfScope' | 'samples'> {
    const { pass: passed, fail: failed, error: errors } = this.of;
    const outOfScope = this.resources - passed - failed - errors;
    return { resources: this.resources, passed, failed, errors, outOfScope, samples: this.samples };
  }
}
