import type { Finding } from '../finding.js';
import { isInForce, named, resourcesAt, select, type ProviderSnapshot, type SnapshotResource } from './snapshot.js';
import type { Verdicts } from './snapshot.shapes.js';
import { fill } from './summary.rules.js';

/**
 * Gives what our checks say in the scan after `scansBefore` completed ones: one finding per check and resource, in the
 * order of the checks. `detectedAt` is left to whoever reports them.
 * @throws {Error} where the snapshot does not hold together: an unknown name, a text without its value, no verdict
 */
export function findingsAt(snapshot: ProviderSnapshot, scansBefore: number): Finding[] {
  const resources = resourcesAt(snapshot, scansBefore);
  const isDrifted = (name: string) => isInForce(named(snapshot.drift, name).scans, scansBefore);
  return [...snapshot.checks].flatMap(([ruleId, verdicts]) => {
    const { title, severity } = verdicts;
    const shared = {
      check: { scanner: 'crosswalk' as const, ruleId, title, severity, requirements: [] },
      detectedAt: null,
    };
    if ('not_applicable' in verdicts) {
      return [{ ...shared, status: 'not_applicable' as const, resource: null, summary: verdicts.not_applicable }];
    }
    return select(resources, verdicts.on)
      .filter((name) => !verdicts.except?.includes(name))
      .map((name) => named(resources, name))
      .map((resource) => ({
        ...shared,
        ...judge(verdicts, resource, { resources, isDrifted }),
        resource: reported(resource),
      }));
  });
}

type Judged = Exclude<Verdicts, { not_applicable: string }>;

interface Circumstances {
  resources: ReadonlyMap<string, SnapshotResource>;
  isDrifted: (drift: string) => boolean;
}

function judge(
  verdicts: Judged,
  resource: SnapshotResource,
  { resources, isDrifted }: Circumstances,
): Pick<Finding, 'status' | 'summary'> {
  const failure = verdicts.fail.find(
    ({ on, during }) => select(resources, on).includes(resource.name) && (during === undefined || isDrifted(during)),
  );
  if (failure) return { status: 'fail', summary: fill(failure.summary, resource) };
  if (verdicts.pass === undefined) throw new Error(`"${verdicts.title}" says nothing of ${resource.name}`);
  return { status: 'pass', summary: fill(verdicts.pass, resource) };
}

function reported({ id, name, type, region, account }: SnapshotResource): Finding['resource'] {
  return { id, name, type, region, account };
}
