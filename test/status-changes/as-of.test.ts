import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, frameworkId } from '../catalogue/shipped.js';
import { exclude, settle } from '../scope/scoping.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface Listed {
  id: string;
  status: string;
  assurance: { level: string } | null;
  disputed: boolean;
}

/** What is compared of each moment. */
interface Snapshot {
  controls: Listed[];
  scorecard: { overallScore: number; compliant: number; frameworks: object[] };
  heatmap: { frameworks: object[] };
}

const COUNTS =
  'score assuredScore totalControls passedControls failedControls notApplicableControls notAssessedControls';
const at = (asOf: string) => `query ${asOf ? '($at: DateTimeISO!)' : ''} {
  controls(framework: "SOC 2"${asOf && ', asOf: $at'}) { id status assurance { level } disputed }
  scorecard${asOf && '(asOf: $at)'} { overallScore compliant partiallyCompliant nonCompliant notAssessed
    frameworks { framework ${COUNTS} coveragePercentage } }
  heatmap${asOf && '(asOf: $at)'} { frameworks { framework cells { domain ${COUNTS} } } }
}`;

describe('the posture as of a moment', () => {
  let service: TestService;
  const moments: { at: string; snapshot: Snapshot }[] = [];

  const now = () => service.a.member.data<Snapshot>(at(''));
  const then = (moment: string) => service.a.member.data<Snapshot>(at('asOf'), { at: moment });
  async function remember() {
    moments.push({ at: new Date().toISOString(), snapshot: await now() });
  }

  beforeAll(async () => {
    service = await startService();
    const { admin, auditor, member } = service.a;
    await remember();
    await connect(admin, 'demo');
    await runScan(member);
    await remember();
    const universal = catalogueOf().universalControls.filter(({ code }) => /UCF-(GOV|HRS)-/.test(code));
    for (const { id } of universal) await assess(auditor, id, 'compliant', { details: 'Seen.' });
    await remember();
    const [control] = catalogueOf().frameworkBySlug.get('soc2')?.controls ?? [];
    await settle(admin, 'approve', (await exclude(auditor, [control?.id ?? ''])).decisions);
    await remember();
    for (const { id } of universal.slice(0, 4)) await assess(auditor, id, 'non_compliant');
    await remember();
  });
  afterAll(() => service.stop());

  it('is what was answered at that moment: statuses, assurances, scores and cells', async () => {
    for (const moment of moments) expect(await then(moment.at)).toEqual(moment.snapshot);
    const statuses = moments.map(({ snapshot }) => JSON.stringify(snapshot.controls));
    expect(new Set(statuses).size).toBe(moments.length);
  });

  it('is not_assessed before the first record, and the same over REST', async () => {
    const { controls } = await then('2020-01-01T00:00:00Z');
    expect(new Set(controls.map(({ status }) => status))).toEqual(new Set(['not_assessed']));
    const path = `/api/compliance/frameworks/${frameworkId('soc2')}/controls?as_of=${moments[2]?.at}`;
    const found = await service.a.member.rest<Listed[]>(path);
    expect(found.map(({ id, status }) => [id, status])).toEqual(
      moments[2]?.snapshot.controls.map(({ id, status }) => [id, status]),
    );
  });

  it('keeps two moments of one request apart', async () => {
    const [first, , third] = moments;
    const answer = await service.a.member.data<Record<'past' | 'then' | 'now', Listed[]>>(
      `query ($a: DateTimeISO!, $b: DateTimeISO!) {
        past: controls(framework: "SOC 2", asOf: $a) { id status assurance { level } disputed }
        then: controls(framework: "SOC 2", asOf: $b) { id status assurance { level } disputed }
        now: controls(framework: "SOC 2") { id status assurance { level } disputed } }`,
      { a: first?.at, b: third?.at },
    );
    expect(answer).toEqual({
      past: first?.snapshot.controls,
      then: third?.snapshot.controls,
      now: moments.at(-1)?.snapshot.controls,
    });
  });

  it('has no change of a cell and no age of evidence: they are of today', async () => {
    const { heatmap } = await service.a.member.data<{
      heatmap: { frameworks: { cells: { change: number | null; evidenceAgeDays: number | null }[] }[] };
    }>('query ($at: DateTimeISO!) { heatmap(asOf: $at) { frameworks { cells { change evidenceAgeDays } } } }', {
      at: moments[1]?.at,
    });
    const cells = heatmap.frameworks.flatMap((row) => row.cells);
    expect(cells.every(({ change, evidenceAgeDays }) => change === null && evidenceAgeDays === null)).toBe(true);
  });

  it('compares two moments: every control that differs, with the cause of its last change, and both scores', async () => {
    const [, second, third] = moments;
    const { compare } = await service.a.member.data<{
      compare: {
        changes: { control: { id: string }; previousStatus: string; status: string; cause: string }[];
        scores: { framework: string | null; previousScore: number | null; newScore: number | null }[];
      };
    }>(
      `query ($from: DateTimeISO!, $to: DateTimeISO!) { compare(from: $from, to: $to) {
        changes { control { id } previousStatus status cause } scores { framework previousScore newScore } } }`,
      { from: second?.at, to: third?.at },
    );
    const soc2 = new Set(second?.snapshot.controls.map(({ id }) => id));
    const before = new Map(second?.snapshot.controls.map((each) => [each.id, each.status]));
    const changed = third?.snapshot.controls.filter(({ id, status }) => before.get(id) !== status);
    expect(changed?.length).toBeGreaterThan(0);
    const found = compare.changes.filter(
      ({ control, previousStatus, status }) => soc2.has(control.id) && previousStatus !== status,
    );
    expect(
      found.map(({ control, previousStatus, status, cause }) => [control.id, previousStatus, status, cause]),
    ).toEqual(changed?.map(({ id, status }) => [id, before.get(id), status, 'judgement']));
    const scoreOf = (snapshot: Snapshot | undefined) =>
      (snapshot?.scorecard.frameworks as { framework: string; score: number }[]).find(
        ({ framework }) => framework === 'SOC 2',
      )?.score;
    expect(compare.scores.find(({ framework }) => framework === 'SOC 2')).toMatchObject({
      previousScore: scoreOf(second?.snapshot),
      newScore: scoreOf(third?.snapshot),
    });
  });

  it('compares one framework, over REST too, with the score of all before its own', async () => {
    const [, second, third] = moments;
    const query = `from=${String(second?.at)}&to=${String(third?.at)}`;
    interface Comparison {
      changes: { control: { framework: { name: string } } }[];
      scores: { framework: string | null }[];
    }
    const read = async (more: string) => {
      const { status, body } = await service.a.member.get(`/api/compliance/comparison?${query}${more}`);
      expect(status).toBe(200);
      return (body as { data: Comparison }).data;
    };
    const all = await read('');
    const one = await read('&framework=soc2');
    expect(one.changes.length).toBeGreaterThan(0);
    expect(one.changes.length).toBeLessThan(all.changes.length);
    expect(one.changes).toEqual(all.changes.filter(({ control }) => control.framework.name === 'SOC 2'));
    expect(one.scores).toEqual(all.scores.filter(({ framework }) => framework === null || framework === 'SOC 2'));
  });

  it('refuses what is still to come, naming the argument', async () => {
    const future = '2100-01-01T00:00:00Z';
    for (const [query, field] of [
      [`{ controls(framework: "SOC 2", asOf: "${future}") { id } }`, '/asOf'],
      [`{ scorecard(asOf: "${future}") { overallScore } }`, '/asOf'],
      [`{ heatmap(asOf: "${future}") { domains { code } } }`, '/asOf'],
      [`{ coverage(framework: "SOC 2", asOf: "${future}") { framework } }`, '/asOf'],
      [`{ compare(from: "2026-01-01T00:00:00Z", to: "${future}") { from } }`, '/to'],
      [`{ compare(from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z") { from } }`, '/to'],
    ] as const) {
      const { body } = await service.a.member.graphql(query);
      expect([
        query,
        JSON.stringify(body).includes(field) && JSON.stringify(body).includes('VALIDATION_FAILED'),
      ]).toEqual([query, true]);
    }
  });

  it('refuses it over REST by the name of the parameter', async () => {
    const path = `/api/compliance/frameworks/${frameworkId('soc2')}/controls?as_of=2100-01-01T00:00:00Z`;
    const { status, text } = await service.a.member.get(path);
    expect([status, text.includes('"/as_of"')]).toEqual([400, true]);
  });

  it('reads each moment in one statement', async () => {
    const from = service.statements.length;
    await then(moments[1]?.at ?? '');
    const sent = service.statements.slice(from);
    expect(sent.filter((text) => text.includes('undone'))).toHaveLength(1);
  });
});
