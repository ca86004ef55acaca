import type { Resource } from '../../connectors/resource.js';
import type { Catalogue, Check } from '../catalogue/catalogue.js';
import { findingOf, type CheckResults } from '../checks/check-engine.js';
import { catalogueCheckOf, type CustomCheckFields } from './custom-check.rules.js';
import { Sandbox, type SandboxLimits, type SandboxVerdict } from './sandbox.js';

/** A batch is full at either. */
const BATCH_RESOURCES = 200;
const BATCH_CHARACTERS = 1_000_000;

/** A tenant's custom checks in one scan. Their process starts with the first resource that one of them is for. */
export class CustomChecks {
  readonly checks: readonly Check[];
  private readonly byId: ReadonlyMap<string, Check>;
  private readonly byType = new Map<string, Check[]>();
  private readonly sandbox: Sandbox;

  constructor(custom: readonly CustomCheckFields[], catalogue: Catalogue, limits?: SandboxLimits) {
    this.checks = custom.map((each) => catalogueCheckOf(each, catalogue));
    this.byId = new Map(this.checks.map((check) => [check.id, check]));
    for (const check of this.checks) {
      this.byType.set(check.resourceType, [...(this.byType.get(check.resourceType) ?? []), check]);
    }
    const sandboxed = this.checks.flatMap(({ id, resourceType, logic }) =>
      logic ? [{ id, resourceType, logic }] : [],
    );
    this.sandbox = new Sandbox(sandboxed, limits);
  }

  /** The checks for a type of resource. */
  checksOf(resourceType: string): readonly Check[] {
    return this.byType.get(resourceType) ?? [];
  }

  /** Checks that were stopped, and why: "it took longer …". */
  stopped(): { check: Check; reason: string }[] {
    return [...this.sandbox.stopped].flatMap(([id, reason]) => {
      const check = this.byId.get(id);
      return check ? [{ check, reason }] : [];
    });
  }

  /** Results on each resource that one of them is for. @throws as `Sandbox.evaluate` */
  async evaluate(
    batch: readonly Resource[],
    { detectedAt, signal }: { detectedAt: string; signal?: AbortSignal },
  ): Promise<{ resource: Resource; results: CheckResults }[]> {
    const verdicts = await this.sandbox.evaluate(batch, signal);
    const byResource = Map.groupBy(verdicts, ({ resource }) => resource);
    return [...byResource].flatMap(([no, ofResource]) => {
      const resource = batch[no];
      return resource ? [{ resource, results: this.resultsOf(resource, ofResource, detectedAt) }] : [];
    });
  }

  /** Ends their process. */
  close(): Promise<void> {
    return this.sandbox.close();
  }

  private resultsOf(resource: Resource, verdicts: readonly SandboxVerdict[], detectedAt: string): CheckResults {
    const results: CheckResults = { findings: [], errors: [] };
    for (const { checkId, status, sentence } of verdicts) {
      const check = this.byId.get(checkId);
      if (!check) continue;
      if (status === 'error') results.errors.push({ checkId, message: sentence });
      else results.findings.push(findingOf(check, resource, { status, summary: sentence, detectedAt }));
    }
    return results;
  }
}

/** Resources that are evaluated together: one call of the sandbox costs more than one check. */
export class Batch {
  private resources: Resource[] = [];
  private characters = 0;

  /** @returns whether the batch is full */
  add(resource: Resource): boolean {
    this.resources.push(resource);
    this.characters += JSON.stringify(resource).length;
    return this.resources.length >= BATCH_RESOURCES || this.characters >= BATCH_CHARACTERS;
  }

  /** Empties the batch. */
  take(): Resource[] {
    const { resources } = this;
    this.resources = [];
    this.characters = 0;
    return resources;
  }
}
