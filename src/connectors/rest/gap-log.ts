import type { Collected } from '../connector.js';
import type { Gap, Resource } from '../resource.js';

/** What a collection could not read, each told once. */
export class GapLog {
  private readonly known = new Map<string, Gap>();
  private told = 0;

  /** Keeps a gap for the next `drain`, unless the same is known. */
  note(gap: Gap): void {
    const key = JSON.stringify(gap);
    if (!this.known.has(key)) this.known.set(key, gap);
  }

  /** Gives what has come since the last time, in its order. */
  *drain(): Generator<Collected> {
    const gaps = [...this.known.values()].slice(this.told);
    this.told = this.known.size;
    for (const gap of gaps) yield { kind: 'gap', gap };
  }
}

/** A part of a system, which is read by itself. */
interface Readable {
  read: () => AsyncIterable<Resource>;
}

/**
 * The parts of a collection as its steps: the resources of each, the gaps that were met on the way, and how far it is.
 * What was read of a part before it failed stays.
 * @param missed makes a gap of what a part threw, or throws it on @default throws it on
 */
export async function* partByPart<P extends Readable>(
  parts: readonly P[],
  gaps: GapLog,
  missed: (part: P, err: unknown) => Gap = thrown,
): AsyncGenerator<Collected> {
  for (const [index, part] of parts.entries()) {
    try {
      for await (const resource of part.read()) yield { kind: 'resource', resource };
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
