import type { Resource } from '../../connectors/resource.js';
import type { Catalogue, Check } from '../catalogue/catalogue.js';
import { findingOf, type Judged } from '../checks/check-engine.js';
import { catalogueCheckOf, type OwnCheckFields } from './custom-check.rules.js';
import { Sandbox, type SandboxLimits, type SandboxVerdict } from './sandbox.js';

/** One batch: so many resources, or so many characters of them. */
const BATCH_RESOURCES = 200;
const BATCH_CHARACTERS = 1_000_000;

/** A tenant's checks at work. Nothing is started before the first resource that one of them looks at. */
export class OwnChecks {
  readonly checks: readonly Check[];
  private readonly byId: ReadonlyMap<string, Check>;
  private readonly byType = new Map<string, Check[]>();
  private readonly sandbox: Sandbox;

  constructor(own: readonly OwnCheckFields[], catalogue: Catalogue, limits?: SandboxLimits) {
    this.checks = own.map((each) => catalogueCheckOf(each, catalogue));
    this.byId = new Map(this.checks.map((check) => [check.id, check]));
    for (const check of this.checks) {
      this.byType.set(check.resourceType, [...(this.byType.get(check.resourceType) ?? []), check]);
    }
    const sandboxed = this.checks.flatMap(({ id, resourceType, logic }) =>
      logic ? [{ id, resourceType, logic }] : [],
    );
    this.sandbox = new Sandbox(sandboxed, limits);
  }

  /** The checks that look at a type of resource. */
  checksOf(resourceType: string): readonly Check[] {
    return this.byType.get(resourceType) ?? [];
  }

  /** Checks that do not run any more, and why: "it took longer …". */
  stopped(): { check: Check; reason: string }[] {
    return [...this.sandbox.stopped].flatMap(([id, reason]) => {
      const check = this.byId.get(id);
      return check ? [{ check, reason }] : [];
    });
  }

  /** What they say of each resource that one of them looks at. @throws as `Sandbox.judge` */
  async judge(
    batch: readonly Resource[],
    { detectedAt, signal }: { detectedAt: string; signal?: AbortSignal },
  ): Promise<{ resource: Resource; judged: Judged }[]> {
    const verdicts = await this.sandbox.judge(batch, signal);
    const byResource = Map.groupBy(verdicts, ({ resource }) => resource);
    return [...byResource].flatMap(([no, said]) => {
      const resource = batch[no];
      return resource ? [{ resource, judged: this.judgedOf(resource, said, detectedAt) }] : [];
    });
  }

  /** Ends what was started. */
  close(): Promise<void> {
    return this.sandbox.close();
  }

  private judgedOf(resource: Resource, said: readonly SandboxVerdict[], detectedAt: string): Judged {
    const judged: Judged = { findings: [], errors: [] };
    for (const { checkId, status, sentence } of said) {
      const check = this.byId.get(checkId);
      if (!check) continue;
      if (status === 'error') judged.errors.push({ checkId, message: sentence });
      else judged.findings.push(findingOf(check, resource, { status, summary: sentence, detectedAt }));
    }
    return judged;
  }
}

/** Gathers resources until there are enough of them for a batch. */
export class Batch {
  private resources: Resource[] = [];
  private characters = 0;

  /** @returns whether the batch is full */
  add(resource: Resource): boolean {
    this.resources.push(resource);
    this.characters += JSON.stringify(resource).length;
    return this.resources.length >= BATCH_RESOURCES || this.characters >= BATCH_CHARACTERS;
  }

  /** What was gathered; the next batch begins. */
  take(): Resource[] {
    const { resources } = this;
    this.resources = [];
    this.characters = 0;
    return resources;
  }
}
