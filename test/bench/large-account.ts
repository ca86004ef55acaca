import type { Collected, Connector } from '../../src/connectors/connector.js';
import type { Resource } from '../../src/connectors/resource.js';
import { NO_SETTINGS } from '../../src/connectors/settings.js';
import { CheckEngine, type RunnableCheck } from '../../src/modules/checks/check-engine.js';
import { fixtures, type Fixture } from '../checks/content.js';

const FAILING_EVERY = 8;
const PROGRESS_EVERY = 1_000;

/** Connector with resources for some checks, created from their fixtures: one in eight fails. */
export class LargeAccount implements Connector {
  readonly type = 'demo';
  readonly title = 'Large account';
  readonly description = 'As many resources as are wanted.';
  readonly settings = NO_SETTINGS;
  readonly permissions = [];
  readonly acceptsReports = false;
  /** Number of evaluations of a check on a resource. */
  evaluations = 0;
  private readonly byType: { passing: Fixture; failing: Fixture; checks: number }[];

  constructor(
    private readonly count: number,
    checks: readonly RunnableCheck[],
  ) {
    const engine = new CheckEngine(checks);
    const ofCheck = Map.groupBy(fixtures(), ({ checkId }) => checkId);
    const ofType = new Map<string, { passing: Fixture; failing: Fixture; checks: number }>();
    for (const { id } of checks) {
      const passing = ofCheck.get(id)?.find((fixture) => fixture.expect === 'pass');
      const failing = ofCheck.get(id)?.find((fixture) => fixture.expect === 'fail');
      if (!passing || !failing) throw new Error(`${id} has no fixtures`);
      const { type } = passing.resource;
      ofType.set(type, { passing, failing, checks: engine.checksOf(type).length });
    }
    this.byType = [...ofType.values()];
  }

  /** Number of resource types with checks. */
  get types(): number {
    return this.byType.length;
  }

  probe(): Promise<string[]> {
    return Promise.resolve([]);
  }

  async *collect(): AsyncGenerator<Collected> {
    for (let no = 0; no < this.count; no += 1) {
      const kind = this.byType[no % this.byType.length];
      if (!kind) return;
      this.evaluations += kind.checks;
      const { resource } = Math.floor(no / this.byType.length) % FAILING_EVERY === 0 ? kind.failing : kind.passing;
      yield { kind: 'resource', resource: copyOf(resource, no) };
      if (no % PROGRESS_EVERY === 0) {
        // A collection waits for a network now and then.
        await new Promise((resolve) => setImmediate(resolve));
        yield { kind: 'progress', fraction: no / this.count };
      }
    }
    yield { kind: 'read', resourceTypes: [...new Set(this.byType.map(({ passing }) => passing.resource.type))] };
  }
}

/** A deep copy, like the responses of a provider, which share no objects. */
function copyOf(resource: Resource, no: number): Resource {
  const id = `arn:example:${resource.type}:${String(no).padStart(8, '0')}`;
  return { ...structuredClone(resource), id, name: `resource-${String(no)}` };
}
