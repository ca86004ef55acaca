import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OktaConnector } from '../../../src/connectors/okta/okta.connector.js';
import { API_TOKEN, OktaServer } from '../okta/okta-server.js';
import { smallOrg } from '../okta/small-org.js';
import { judge, liftsOf, type Judgement } from './judgement.js';
import { collectPart, WORLDS, type Lane, type World } from './worlds.js';

/** Short, and long enough for what is answered at once. */
const LIMITS = { callMs: 2_000, partMs: 8_000, collectionMs: 16_000 };
/** Generous: the collection must end by its own limits, on a busy machine. */
const ENDS_WITHIN_MS = 30_000;
/** Operations that are left unanswered, each alone. */
const OPERATIONS_MAX = 2;

interface Silence {
  operation: string;
  ms: number;
  full: Judgement;
  silent: Judgement;
}

/** One system of each kind, once. */
const KINDS = [...new Map(WORLDS.toReversed().map((world) => [world.kind, world])).values()];

describe.each(KINDS)('$kind, whose server accepts and never answers one operation', (world) => {
  let lane: Lane;
  let silences: Silence[];

  beforeAll(async () => {
    lane = await world.open();
    silences = await silencesOf(world, lane);
  });
  afterAll(() => lane.close());

  it('is collected to its end all the same, in bounded time', () => {
    expect(silences.length).toBeGreaterThan(0);
    expect(silences.filter(({ ms }) => ms > ENDS_WITHIN_MS)).toEqual([]);
  });

  it('has a gap that names the operation or its permission', () => {
    for (const { operation, silent } of silences) {
      const reasons = silent.gaps.map(({ reason }) => reason);
      expect(
        reasons.filter((reason) => world.names(operation, reason)),
        operation,
      ).not.toEqual([]);
    }
  });

  it('passes nothing on what was not answered', () => {
    expect(silences.flatMap(({ full, silent }) => liftsOf(full, silent))).toEqual([]);
  });
});

it('okta, of whose many brands no page is answered one after another, is not taken for away: each is a gap', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `bnd${String(index)}`);
  const okta = await OktaServer.start({ ...smallOrg(), '/api/v1/brands': names.map((id) => ({ id, name: id })) });
  const config = { org_url: okta.json.origin, api_token: API_TOKEN };
  const { refusals } = okta.json;
  const lane = {
    refusals,
    parts: new Map([['all', { connector: new OktaConnector({ allowsHttp: true }), config }]]),
    close: () => okta.json.close(),
  };
  const silent = names.map((id) => [`GET /api/v1/brands/${id}/pages/sign-in/customized`, 'silent'] as const);
  refusals.begin(new Map(silent));
  const gaps = (await collectPart(lane, 'all')).flatMap((step) => (step.kind === 'gap' ? [step.gap.reason] : []));
  await lane.close();
  for (const name of names) expect(gaps.filter((reason) => reason.includes(name))).toHaveLength(1);
});

/** Collects a part of the system with some of its operations unanswered, one after another. */
async function silencesOf(world: World, lane: Lane): Promise<Silence[]> {
  const part = partOf(lane);
  lane.refusals.begin();
  const full = judge(await collectPart(lane, part));
  const asked = [...lane.refusals.asked.keys()].filter((operation) => !world.isEssential(operation));
  const silences: Silence[] = [];
  for (const operation of spread(asked, OPERATIONS_MAX)) {
    lane.refusals.begin(new Map([[operation, 'silent']]));
    lane.refusals.endsSilence = false;
    const startedAt = performance.now();
    const silent = judge(await collectPart(lane, part, LIMITS));
    silences.push({ operation, ms: performance.now() - startedAt, full, silent });
  }
  return silences;
}

/** S3 of AWS, where every bucket is asked for a dozen details; the only part of the others. */
function partOf({ parts }: Lane): string {
  const names = [...parts.keys()];
  return names.find((name) => name.endsWith(' s3')) ?? names[0] ?? '';
}

/** Items at even distances, the last one among them. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items
    .toReversed()
    .filter((_, index) => index % step === 0)
    .slice(0, count);
}
