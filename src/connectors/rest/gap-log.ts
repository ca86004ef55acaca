import type { CollectTime } from '../collect-time.js';
import type { Collected } from '../connector.js';
import type { Gap, Resource } from '../resource.js';

/** What is missing where a part could not be read. */
export interface MissedPart {
  /** Resource types of which resources are missing, or cannot be judged at all. */
  types: readonly string[];
  /** Resource types of which single properties are missing, null where they are. @default none */
  details?: { types: readonly string[]; properties: readonly string[] };
}

/** The gaps of a collection, each reported once. */
export class GapLog {
  private readonly known = new Map<string, Gap>();
  private drainedCount = 0;

  /** Records a gap for the next `drain`, unless the same gap is recorded already. */
  note(gap: Gap): void {
    const key = JSON.stringify(gap);
    if (!this.known.has(key)) this.known.set(key, gap);
  }

  /** Records a part that could not be read, as one gap for the types that are missing and one for single properties of others. */
  missed({ types, details }: MissedPart, place: Pick<Gap, 'region' | 'account' | 'reason'>): void {
    if (types.length > 0) this.note({ resourceTypes: types, ...place });
    if (details) this.note({ resourceTypes: details.types, properties: details.properties, ...place });
  }

  /**
   * A resource with the reason for every property that is null and that a gap recorded so far may be why: whoever reads null must not
   * take it for an answer.
   */
  explained(resource: Resource): Resource {
    const { type, properties, unknown = {} } = resource;
    const reasons = [...this.known.values()]
      .filter(({ resourceTypes }) => resourceTypes.includes(type))
      .flatMap(({ properties: names = [], reason }) => names.map((name) => [name, reason] as const))
      .filter(([name]) => properties[name] === null && unknown[name] === undefined);
    return reasons.length === 0 ? resource : { ...resource, unknown: { ...Object.fromEntries(reasons), ...unknown } };
  }

  /** Yields the gaps recorded since the last call, in order. */
  *drain(): Generator<Collected> {
    const gaps = [...this.known.values()].slice(this.drainedCount);
    this.drainedCount = this.known.size;
    for (const gap of gaps) yield { kind: 'gap', gap };
  }
}

/** Resources that are read together. */
interface Readable {
  read: () => AsyncIterable<Resource>;
}

/**
 * Collects parts one after another: the resources of each, the gaps recorded meanwhile, and the progress. What was read
 * of a part before it failed stays.
 * @param missed turns an error of a part into a gap, or rethrows it @default rethrows it
 */
export async function* partByPart<P extends Readable>(
  parts: readonly P[],
  { gaps, time }: { gaps: GapLog; time: CollectTime },
  missed: (part: P, err: unknown) => Gap = thrown,
): AsyncGenerator<Collected> {
  for (const [index, part] of parts.entries()) {
    time.nextPart();
    try {
      for await (const resource of part.read()) yield { kind: 'resource', resource: gaps.explained(resource) };
    } catch (err) {
      gaps.note(missed(part, err));
    }
    yield* gaps.drain();
    yield { kind: 'progress', fraction: (index + 1) / parts.length };
  }
}

function thrown(_part: unknown, err: unknown): never {
  throw err;
}
