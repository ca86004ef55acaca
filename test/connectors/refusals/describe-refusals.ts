import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDegraded } from '../../../src/modules/integrations/reach.rules.js';
import { judge, liftsOf } from './judgement.js';
import { Matrix, type Refused } from './matrix.js';
import type { Way } from './refusals.js';
import type { World } from './worlds.js';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
/** Without silence, which a connector takes for a failure after its timeout, and which takes time. */
const QUICK_WAYS = ['denied', 'failing', 'truncated', 'cut'] as const;
/** Share of the operations that a random set refuses. */
const SHARE = 0.15;
/** Words of expressions and of the libraries that evaluate them. */
const OF_PROGRAMS = /overload|No such key|expression|undefined|\bnull\b|Exception:|\bat \w+ \(/;

/** What a refusal may do to a scan, for every operation that the connectors of these systems ask for. */
export function describeRefusals(worlds: readonly World[]): void {
  /** Parts of a connector that none of its systems has answers for so far, by kind. */
  const unread = new Map<string, string[]>();

  describe.each(worlds)('$name, where operations are refused', (world) => {
    let matrix: Matrix;
    let alone: Refused[];

    beforeAll(async () => {
      matrix = await Matrix.of(world);
      const before = unread.get(world.kind) ?? matrix.unread;
      unread.set(
        world.kind,
        before.filter((part) => matrix.unread.includes(part)),
      );
      alone = await matrix.refuse(matrix.cases());
    }, 300_000);
    afterAll(() => matrix.close());

    /** What is withheld, and why, beyond what is where nothing is refused. */
    const withheldBy = (judgement: Refused['judgement']) =>
      [...(judgement?.withheld ?? [])].filter(([checkId, reason]) => matrix.full.withheld.get(checkId) !== reason);

    it('has verdicts that a refusal could lift: some fail, some pass', () => {
      const statuses = new Set([...matrix.full.verdicts.values()].map(({ status }) => status));
      expect(statuses).toContain('fail');
      expect(statuses).toContain('pass');
    });

    it('moves no verdict, no vote and no result towards passing, whichever operation is refused, in whatever way', () => {
      expect(alone.flatMap(({ ways, lifts }) => lifts.map((lift) => `${caseOf(ways)}: ${lift}`))).toEqual([]);
    });

    it('names the operation or its permission in the reason of every check that could not look', () => {
      const unnamed = alone.flatMap(({ ways, judgement }) =>
        withheldBy(judgement)
          .filter(([, reason]) => ![...ways.keys()].some((operation) => world.names(operation, reason)))
          .map(([checkId, reason]) => `${caseOf(ways)}: ${checkId}: ${reason}`),
      );
      expect(unnamed).toEqual([]);
    });

    it('records a gap with the types or properties that it withholds, unless it withholds nothing', () => {
      const silent = alone.filter(({ judgement, lost }) => {
        const gaps = judgement?.gaps.filter(({ checkId }) => checkId === null) ?? [];
        const changesNothing = withheldBy(judgement).length === 0;
        return lost === null && !changesNothing && !gaps.some(({ resourceTypes }) => resourceTypes.length > 0);
      });
      expect(silent.map(({ ways }) => caseOf(ways))).toEqual([]);
    });

    it('speaks to people', () => {
      const reasons = alone.flatMap(({ reasons: own, lost }) => [...own, ...(lost === null ? [] : [lost])]);
      expect([...new Set(reasons)].filter((reason) => OF_PROGRAMS.test(reason))).toEqual([]);
    });

    it('ends the scan only where nothing can be read without the operation', () => {
      const ending = alone.filter(({ lost }) => lost !== null).flatMap(({ ways }) => [...ways.keys()]);
      expect([...new Set(ending)].filter((operation) => !world.isEssential(operation))).toEqual([]);
    });

    it(`is ${world.showsMost ? 'not ' : ''}degraded where everything but what the scan needs is denied`, async () => {
      const [refused] = await matrix.refuse([allDenied(matrix, world)]);
      expect(refused?.lost).toBeNull();
      const [reach, full] = [refused?.judgement?.reach ?? null, matrix.full.reach];
      expect(reach && { isDegraded: isDegraded(reach), isFullDegraded: isDegraded(full) }).toEqual({
        isDegraded: !world.showsMost,
        isFullDegraded: false,
      });
      expect(reach?.withheld.length).toBeGreaterThan(0);
    });

    it.each(SEEDS)(
      'moves nothing towards passing where a random set of operations is refused (seed %i)',
      async (seed) => {
        const [refused] = await matrix.refuse([randomSet(matrix, world, seed)]);
        expect(refused?.lifts).toEqual([]);
      },
    );

    it('would notice a connector that keeps a refusal to itself', async () => {
      const ofWholeTypes = ({ judgement }: Refused) =>
        judgement?.gaps.some(({ checkId, properties }) => checkId === null && properties === undefined) ?? false;
      const [worst] = alone
        .filter(ofWholeTypes)
        .sort((a, b) => (b.judgement?.withheld.size ?? 0) - (a.judgement?.withheld.size ?? 0));
      const steps = await matrix.stepsUnder(worst?.ways ?? new Map());
      const remaining = steps.filter(({ kind }) => kind !== 'gap');
      expect(liftsOf(matrix.full, judge(remaining))).not.toEqual([]);
    });
  });
  it('look at every part of each connector: one of its systems has answers for it', () => {
    expect(Object.fromEntries(unread)).toEqual(Object.fromEntries(worlds.map(({ kind }) => [kind, []])));
  });
}

function caseOf(ways: ReadonlyMap<string, Way>): string {
  return [...ways].map(([operation, way]) => `${operation} ${way}`).join(', ');
}

/** Every operation that is not essential, denied. */
function allDenied(matrix: Matrix, world: World): Map<string, Way> {
  const operations = [...matrix.partsByOperation.keys()].filter((operation) => !world.isEssential(operation));
  return new Map(operations.map((operation) => [operation, 'denied']));
}

/** A set of operations and ways; always the same for a seed. */
function randomSet(matrix: Matrix, world: World, seed: number): Map<string, Way> {
  const random = generator(seed);
  const operations = [...matrix.partsByOperation.keys()].filter((operation) => !world.isEssential(operation));
  const chosen = operations.filter(() => random() < SHARE);
  return new Map(
    chosen.map((operation) => [operation, QUICK_WAYS[Math.floor(random() * QUICK_WAYS.length)] ?? 'denied']),
  );
}

/** Numbers from 0 to 1. Source: mulberry32, by Tommy Ettinger. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
