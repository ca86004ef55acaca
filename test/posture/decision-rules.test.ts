import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Standing } from '../../src/modules/planning/standing.rules.js';
import type { AssessmentStatus } from '../../src/modules/posture/assessment-status.js';
import type { PartialAssessments } from '../../src/modules/posture/partial-assessments.js';
import { minute, PostureBench } from './bench.js';

const RESULTS = ['pass', 'pass', 'pass', 'fail', 'held', 'supported', 'incomplete'] as const;
const VERDICTS: AssessmentStatus[] = ['compliant', 'compliant', 'partially_compliant', 'non_compliant', 'not_assessed'];

/** A repeatable sequence of numbers below 1 (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the decision in memory', () => {
  let bench: PostureBench;
  beforeAll(async () => {
    bench = await PostureBench.open();
  });
  afterAll(() => bench.close());

  it.each(
    [1, 2, 3, 4].flatMap((seed) =>
      (['pass', 'contribute'] as const).map((setting): [number, PartialAssessments] => [seed, setting]),
    ),
  )('agrees with the statement on every control, over random votes and assessments (%i, %s)', async (seed, setting) => {
    const random = sequence(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const tenant = await bench.addTenant();
    await bench.owner.query('update tenants set partial_assessments = $2 where id = $1', [tenant.tenantId, setting]);
    const integrations = [await tenant.addIntegration(), await tenant.addIntegration()];
    const { catalogue } = bench;
    // Few of a universal control's elements without a vote, or nothing would ever be shown in full.
    const votes = catalogue.universalControls.flatMap((universalControl) => {
      const mostly = pick(RESULTS);
      return universalControl.elements.flatMap((_, index) =>
        integrations.flatMap((integrationId) =>
          random() < 0.2
            ? []
            : [
                {
                  universalNo: universalControl.no,
                  element: index + 1,
                  integrationId,
                  result: random() < 0.8 ? mostly : pick(RESULTS),
                  otherwise: 'incomplete' as const,
                  evaluatedAt: minute(Math.floor(random() * 10)).getTime(),
                  checks: [],
                },
              ],
        ),
      );
    });
    await bench.owner.query(
      `insert into element_votes (tenant_id, integration_id, universal_no, element, found, scan_id, evaluated_at)
       select $1, (v->>'integrationId')::uuid, (v->>'universalNo')::int, (v->>'element')::int, v->>'result', gen_random_uuid(),
         to_timestamp((v->>'evaluatedAt')::float8 / 1000) from jsonb_array_elements($2::jsonb) v`,
      [tenant.tenantId, JSON.stringify(votes)],
    );
    const assessments = new Map<number, { status: AssessmentStatus; isSupported: boolean; assessedAt: Date }>();
    for (const { no } of catalogue.universalControls) {
      if (random() < 0.5) continue;
      const judgement = {
        status: pick(VERDICTS),
        isSupported: random() < 0.6,
        assessedAt: minute(Math.floor(random() * 10)),
      };
      assessments.set(no, judgement);
      await tenant.assess(no, judgement.status, judgement.assessedAt, judgement.isSupported ? 'Seen.' : null);
    }
    await tenant.decide(catalogue.controls);
    const posture = await tenant.posture();
    const standing = new Standing(catalogue, votes, assessments, setting, () => true);
    const found = new Set<string>();
    for (const control of catalogue.controls) {
      const { status, assurance } = standing.outcomeOf(control);
      const { level, shown, isDisputed } = posture.assuranceOf(control);
      found.add(`${status} ${level} ${isDisputed ? 'disputed' : ''}`);
      const byte = (level === 'full' ? 128 : 0) + (isDisputed ? 64 : 0) + shown;
      expect([control.framework.slug, control.controlId, status, assurance]).toEqual([
        control.framework.slug,
        control.controlId,
        posture.statusOf(control),
        byte,
      ]);
    }
    expect(found.size).toBeGreaterThanOrEqual(6);
  });
});
