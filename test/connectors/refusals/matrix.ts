import type { Collected } from '../../../src/connectors/connector.js';
import { AppError } from '../../../src/platform/errors.js';
import { judge, liftsOf, type Judgement } from './judgement.js';
import { WAYS, type Way } from './refusals.js';
import { collectPart, type Lane, type World } from './worlds.js';

/** What a refusal of operations did. */
export interface Refused {
  ways: ReadonlyMap<string, Way>;
  /** Why the scan ended, where it did; such a scan decides nothing. */
  lost: string | null;
  judgement: Judgement | null;
  /** What must not have changed. */
  lifts: string[];
  /** Reasons of gaps that were not there before. */
  reasons: string[];
}

/** Copies of a system, whose requests are under way together; each takes time to start. */
const LANES = 4;

/** Refuses the operations of a system, and compares what a scan says with what it says where nothing is refused. */
export class Matrix {
  /** Operations that the connector asks for, by the parts that ask. */
  readonly partsByOperation = new Map<string, string[]>();
  private readonly steps = new Map<string, Collected[]>();
  private readonly requests = new Map<string, number>();
  /** Parts that it cannot read even where nothing is refused. */
  readonly unread: string[] = [];
  /** What a scan says where nothing is refused. */
  full: Judgement = judge([]);

  private constructor(private readonly lanes: readonly Lane[]) {}

  /** Records what the connector asks for in a full run. */
  static async of(world: World): Promise<Matrix> {
    const matrix = new Matrix(await Promise.all(Array.from({ length: LANES }, () => world.open())));
    const [lane] = matrix.lanes;
    for (const part of lane?.parts.keys() ?? []) {
      lane?.refusals.begin();
      const steps = lane ? await collectPart(lane, part).catch(() => null) : null;
      // A recorded account without answers for a service says nothing of it; a gap without types is there whatever is granted.
      if (!steps || steps.some((step) => step.kind === 'gap' && step.gap.resourceTypes.length > 0)) {
        matrix.unread.push(part);
        continue;
      }
      matrix.steps.set(part, steps);
      for (const [operation, times] of lane?.refusals.asked ?? []) {
        matrix.partsByOperation.set(operation, [...(matrix.partsByOperation.get(operation) ?? []), part]);
        matrix.requests.set(operation, Math.max(times, matrix.requests.get(operation) ?? 0));
      }
    }
    matrix.full = judge([...matrix.steps.values()].flat());
    return matrix;
  }

  /** Every operation, in every way; `cut` only where it is asked more than once. */
  *cases(): Generator<ReadonlyMap<string, Way>> {
    for (const operation of this.partsByOperation.keys()) {
      for (const way of WAYS) {
        if (way === 'cut' && (this.requests.get(operation) ?? 0) < 2) continue;
        yield new Map([[operation, way]]);
      }
    }
  }

  /** Refuses sets of operations, several at a time. */
  async refuse(cases: Iterable<ReadonlyMap<string, Way>>): Promise<Refused[]> {
    const results: Refused[] = [];
    const waiting = [...cases].entries();
    await Promise.all(
      this.lanes.map(async (lane) => {
        for (const [index, ways] of waiting) results[index] = await this.one(lane, ways);
      }),
    );
    return results;
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.close()));
  }

  /** Everything that the system yields where these operations are refused. @throws {AppError} where that ends the scan */
  async stepsUnder(ways: ReadonlyMap<string, Way>, lane = this.lanes[0]): Promise<Collected[]> {
    const steps = new Map(this.steps);
    const parts = new Set([...ways.keys()].flatMap((operation) => this.partsByOperation.get(operation) ?? []));
    for (const part of lane ? parts : []) {
      lane?.refusals.begin(ways);
      steps.set(part, lane ? await collectPart(lane, part) : []);
    }
    return [...steps.values()].flat();
  }

  private async one(lane: Lane, ways: ReadonlyMap<string, Way>): Promise<Refused> {
    try {
      const judgement = judge(await this.stepsUnder(ways, lane));
      const reasons = judgement.gaps.map(({ reason }) => reason);
      return { ways, lost: null, judgement, lifts: liftsOf(this.full, judgement), reasons };
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      return { ways, lost: err.message, judgement: null, lifts: [], reasons: [] };
    }
  }
}
