import type { CollectContext, Collected, Connector } from '../../../src/connectors/connector.js';
import type { Gap, Resource } from '../../../src/connectors/resource.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { IntegrationEvaluator } from '../../../src/modules/scans/integration-evaluator.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { formProblems, FrozenClock } from './collecting.js';
import { problemsOf } from '../../../src/connectors/probe.js';
import { shippedEngine } from '../engine.js';

export const NOW = new Date('2026-03-01T12:00:00Z');

const ENGINE = shippedEngine();

/** Runs a connector against a server on this machine. */
export class Collecting {
  readonly clock = new FrozenClock(NOW);
  private readonly network = new GuardedNetwork({ allowsPrivate: true });

  constructor(private readonly connector: Connector) {}

  /** Everything that a collection yields, and the verdicts of the checks. */
  async collect(settings: Record<string, unknown>, signal = new AbortController().signal) {
    const evaluator = new IntegrationEvaluator(ENGINE);
    const [resources, gaps, verdicts, progress]: [Resource[], Gap[], string[], number[]] = [[], [], [], []];
    for await (const step of this.connector.collect(this.context(settings, signal))) {
      if (step.kind === 'gap') evaluator.missed(step.gap);
      if (step.kind === 'gap') gaps.push(step.gap);
      if (step.kind === 'progress') progress.push(step.fraction);
      if (step.kind === 'read') evaluator.read(step.resourceTypes);
      if (step.kind !== 'resource') continue;
      resources.push(step.resource);
      for (const { check, status, resource } of evaluator.evaluate(step.resource, NOW.toISOString())) {
        verdicts.push(`${status} ${check.ruleId} ${resource?.name ?? '-'}`);
      }
    }
    for (const { check } of evaluator.outOfScope()) verdicts.push(`n/a ${check.ruleId}`);
    return {
      resources,
      gaps,
      progress,
      /** `pass azure.vm.backup-enabled lab-1`, in alphabetical order. */
      verdicts: verdicts.sort(),
      /** Checks whose passes are withheld. */
      withheld: [...evaluator.withheld().keys()].sort(),
      /** Deviations of resources from their documented types. */
      problems: formProblems(resources),
    };
  }

  /** The steps of a collection. */
  steps(settings: Record<string, unknown>): AsyncIterator<Collected> {
    return this.connector.collect(this.context(settings, new AbortController().signal))[Symbol.asyncIterator]();
  }

  probe(settings: Record<string, unknown>): Promise<string[]> {
    return problemsOf(this.connector, { ...this.context(settings, new AbortController().signal), hasImport: false });
  }

  close(): Promise<void> {
    return this.network.close();
  }

  private context(settings: Record<string, unknown>, signal: AbortSignal): CollectContext {
    return {
      config: checkedSettings(this.connector.settings, settings),
      scansBefore: 0,
      openImport: async () => null,
      network: this.network,
      clock: this.clock,
      signal,
    };
  }
}
