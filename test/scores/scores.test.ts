import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogueOf,
  controlCountOf,
  CONTROL_COUNT,
  UNIVERSAL_CONTROL_COUNT,
  DOMAIN_COUNT,
} from '../catalogue/shipped.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { DAY } from '../../src/platform/clock.js';
import { connect, runScan } from '../support/scans.js';
import { Client } from '../support/client.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface FrameworkCard {
  framework: string;
  score: number | null;
  assured_score: number | null;
  coverage_percentage: number;
  freshness_percentage: number;
  total_controls: number;
  passed_controls: number;
  assured_controls: number;
  failed_controls: number;
  not_applicable_controls: number;
  not_assessed_controls: number;
}

interface Scorecard {
  overall_score: number | null;
  total_controls: number;
  compliant: number;
  partially_compliant: number;
  non_compliant: number;
  not_assessed: number;
  domains: { code: string; assessed_count: number; compliant_count: number; score: number }[];
  frameworks: FrameworkCard[];
}

const catalogue = catalogueOf();
const [one, two, three] = catalogue.domains.map(({ universalControls: [first] }) => first);
/** 100 × part / whole, one decimal. */
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10);

let service: TestService;
let clock: ShiftedClock;
let tenant: TestTenant;

beforeAll(async () => {
  clock = new ShiftedClock();
  service = await startService({ clock });
  tenant = await service.addTenant('Scores', 'ENTERPRISE');
});
afterAll(() => service.stop());

const scorecard = () => tenant.member.rest<Scorecard>('/api/ucf/scorecard');

describe('GET /api/ucf/scorecard', () => {
  it('returns no scores and zero counts before any assessment', async () => {
    const card = await scorecard();
    expect(card).toMatchObject({
      overall_score: null,
      total_controls: UNIVERSAL_CONTROL_COUNT,
      compliant: 0,
      partially_compliant: 0,
      non_compliant: 0,
      not_assessed: UNIVERSAL_CONTROL_COUNT,
    });
    expect(card.domains).toHaveLength(DOMAIN_COUNT);
    for (const framework of card.frameworks) {
      expect(framework).toMatchObject({
        score: null,
        assured_score: null,
        coverage_percentage: 0,
        freshness_percentage: 0,
        passed_controls: 0,
      });
      expect(framework.not_assessed_controls).toBe(framework.total_controls);
    }
  });

  it('scores universal controls by assessments in force and frameworks by control statuses', async () => {
    await assess(tenant.admin, one?.id ?? '', 'non_compliant');
    const passing = await assess(tenant.admin, one?.id ?? '', 'compliant');
    await assess(tenant.admin, two?.id ?? '', 'partially_compliant');
    await assess(tenant.admin, three?.id ?? '', 'non_compliant');
    const card = await scorecard();
    expect(card).toMatchObject({
      overall_score: percent(1, UNIVERSAL_CONTROL_COUNT),
      compliant: 1,
      partially_compliant: 1,
      non_compliant: 1,
      not_assessed: 240,
    });
    const domain = card.domains.find(({ code }) => code === one?.domain.code);
    const size = one?.domain.universalControls.length ?? 0;
    expect(domain).toMatchObject({ assessed_count: 1, compliant_count: 1, score: percent(1, size) });
    for (const framework of card.frameworks) {
      const { passed_controls: passed, failed_controls: failed, total_controls: total } = framework;
      const isDecided = passed + failed > 0;
      expect(framework.score).toBe(isDecided ? percent(passed, total) : null);
      expect(framework.coverage_percentage).toBe(percent(passed + failed, total));
      expect(framework.freshness_percentage).toBe(passed + failed === 0 ? 0 : 100);
      // None of the assessments has a note or evidence.
      expect(framework).toMatchObject({ assured_score: isDecided ? 0 : null, assured_controls: 0 });
    }
    const passed = card.frameworks.reduce((sum, framework) => sum + framework.passed_controls, 0);
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(passing.propagated_controls.length);
  });

  it('counts in the assured score what an assessment with a note shows in full, and nothing that it shows in part', async () => {
    const noted = await service.addTenant('Noted', 'ENTERPRISE');
    // Of UCF-PRI-06 the SOC 2 control P4.1 asks for nothing more; P6.1 asks for more.
    const universalControl = catalogue.universalControls.find(({ code }) => code === 'UCF-PRI-06');
    await assess(noted.admin, universalControl?.id ?? '', 'compliant', { details: 'Twelve disclosures sampled.' });
    const { frameworks } = await noted.member.rest<Scorecard>('/api/ucf/scorecard');
    expect(frameworks.find(({ framework }) => framework === 'SOC 2')).toMatchObject({
      passed_controls: 2,
      score: 3.3,
      assured_controls: 1,
      assured_score: 1.6,
    });
  });

  it('counts scan results as out of date after 30 days', async () => {
    const aged = await service.addTenant('Aged', 'ENTERPRISE');
    await connect(aged.admin, 'demo');
    await runScan(aged.admin);
    const fresh = async () => {
      const { frameworks } = await aged.member.rest<Scorecard>('/api/ucf/scorecard');
      return frameworks.map(({ freshness_percentage: freshness }) => freshness);
    };
    expect(new Set(await fresh())).toEqual(new Set([100]));
    await clock.at(31 * DAY, async () => {
      const login = { email: aged.emails.member, password: PASSWORD };
      const { body } = await service.anonymous.post('/api/auth/login', login);
      const later = new Client(service.baseUrl, (body as { data: { access_token: string } }).data.access_token);
      const { frameworks } = await later.rest<Scorecard>('/api/ucf/scorecard');
      expect(new Set(frameworks.map(({ freshness_percentage: freshness }) => freshness))).toEqual(new Set([0]));
    });
  });

  it('sends the same number of statements however many assessments exist', async () => {
    const from = service.statements.length;
    await scorecard();
    const sent = service.statements.slice(from);
    expect(sent).toHaveLength(3);
  });
});

describe('scoreHistory', () => {
  it('returns one point per score change, oldest first, with its scan or assessment', async () => {
    const mover = await service.addTenant('Mover', 'ENTERPRISE');
    const first = await assess(mover.admin, one?.id ?? '', 'compliant');
    const second = await assess(mover.admin, one?.id ?? '', 'non_compliant');
    const { scoreHistory } = await mover.member.data<{
      scoreHistory: { scope: string; framework: string | null; points: { score: number; assessmentId: string }[] }[];
    }>('{ scoreHistory { scope framework points { score previousScore passedControls totalControls assessmentId } } }');
    expect(scoreHistory.map(({ framework }) => framework)).toEqual([
      null,
      ...catalogue.frameworks.map(({ name }) => name),
    ]);
    const passed = first.propagated_controls.length;
    expect(scoreHistory[0]).toEqual({
      scope: 'overall',
      framework: null,
      points: [
        {
          score: percent(passed, CONTROL_COUNT),
          previousScore: 0,
          passedControls: passed,
          totalControls: CONTROL_COUNT,
          assessmentId: first.id,
        },
        {
          score: 0,
          previousScore: percent(passed, CONTROL_COUNT),
          passedControls: 0,
          totalControls: CONTROL_COUNT,
          assessmentId: second.id,
        },
      ],
    });
  });
});

describe('heatmap', () => {
  it('counts the controls of every framework by mapped domain in one statement', async () => {
    const from = service.statements.length;
    const answer = await tenant.member.graphql(
      '{ heatmap { domains { code } frameworks { framework cells { domain totalControls passedControls score } } } }',
    );
    expect(service.statements.slice(from)).toHaveLength(1);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(20 * 1_024);
    const { heatmap } = (
      answer.body as {
        data: {
          heatmap: {
            frameworks: {
              framework: string;
              cells: { domain: string; totalControls: number; score: number | null }[];
            }[];
          };
        };
      }
    ).data;
    for (const { framework, cells } of heatmap.frameworks) {
      expect(cells).toHaveLength(DOMAIN_COUNT);
      for (const { domain, totalControls, score } of cells) {
        const controls = new Set(
          catalogue.domains
            .filter(({ code }) => code === domain)
            .flatMap(({ universalControls }) => universalControls.flatMap(({ mappings }) => mappings))
            .filter(({ control }) => control.framework.name === framework)
            .map(({ control }) => control.id),
        );
        expect(totalControls).toBe(controls.size);
        expect(score === null).toBe(controls.size === 0);
      }
    }
  });

  it('counts in each cell the statuses that the control list shows for its framework and domain', async () => {
    const { heatmap } = await tenant.member.data<{ heatmap: { frameworks: { framework: string; cells: object[] }[] } }>(
      `{ heatmap { frameworks { framework cells {
        domain totalControls passedControls failedControls notAssessedControls notApplicableControls } } } }`,
    );
    const lists = catalogue.domains.map(({ code }) => `${code}: controls(domain: "${code}") { id status }`);
    const query = `query ($name: String!) { framework(name: $name) { ${lists.join(' ')} } }`;
    expect(heatmap.frameworks).toHaveLength(7);
    for (const { framework: name, cells } of heatmap.frameworks) {
      const { framework } = await tenant.member.data<{
        framework: Record<string, { id: string; status: string }[]>;
      }>(query, { name });
      const listed = Object.entries(framework).map(([domain, controls]) => {
        const count = (wanted: string) => controls.filter(({ status }) => status === wanted).length;
        return {
          domain,
          totalControls: new Set(controls.map(({ id }) => id)).size,
          passedControls: count('passed'),
          failedControls: count('failed'),
          notAssessedControls: count('not_assessed'),
          notApplicableControls: count('not_applicable'),
        };
      });
      expect(listed).toEqual(cells);
    }
  });
});

describe('change and evidence age of heat-map cells', () => {
  interface Cell {
    passed: number;
    total: number;
    change: number | null;
    evidenceAgeDays: number | null;
    oldestEvidenceAt: string | null;
  }
  const ASKED = `{ heatmap { domains { code name } frameworks { framework cells {
    __typename passed: passedControls total: totalControls change evidenceAgeDays } } } }`;
  const cellsOf = (answer: unknown) =>
    (answer as { heatmap: { frameworks: { cells: Cell[] }[] } }).heatmap.frameworks.flatMap(({ cells }) => cells);
  const logIn = async (email: string) => {
    const { body } = await service.anonymous.post('/api/auth/login', { email, password: PASSWORD });
    return new Client(service.baseUrl, (body as { data: { access_token: string } }).data.access_token);
  };

  it('are null where no control was ever evaluated', async () => {
    const unseen = await service.addTenant('Unseen', 'ENTERPRISE');
    const cells = cellsOf(await unseen.member.data(ASKED.replace('change', 'oldestEvidenceAt change')));
    const figures = cells.map((each) => `${each.change} ${each.evidenceAgeDays} ${each.oldestEvidenceAt}`);
    expect(new Set(figures)).toEqual(new Set(['null null null']));
  });

  it('compare with the status 30 days ago, or with the first status of a newer control', async () => {
    const moved = await service.addTenant('Moved', 'ENTERPRISE');
    const assessed = catalogue.universalControls.find(({ mappings }) =>
      mappings.some(({ control }) => control.framework.slug === 'soc2'),
    );
    const domain = catalogue.domains.findIndex(({ code }) => code === assessed?.domain.code);
    const soc2 = async (client: Client) => cellsOf(await client.data(ASKED))[domain];
    const outOfDate = async (client: Client) => {
      const asked = '{ heatmap { frameworks { cells { outOfDateControls } } } }';
      const { heatmap } = await client.data<{
        heatmap: { frameworks: { cells: { outOfDateControls: number }[] }[] };
      }>(asked);
      return heatmap.frameworks[0]?.cells[domain]?.outOfDateControls;
    };
    const controls = new Set(
      assessed?.mappings.filter(({ control }) => control.framework.slug === 'soc2').map(({ control }) => control.no),
    );
    expect(controls.size).toBeGreaterThan(0);

    await assess(moved.admin, assessed?.id ?? '', 'compliant');
    expect(await soc2(moved.member)).toMatchObject({ passed: controls.size, change: 0, evidenceAgeDays: 0 });
    await clock.at(40 * DAY, async () => {
      const [admin, member] = [await logIn(moved.emails.admin), await logIn(moved.emails.member)];
      // An assessment of 40 days is in date.
      expect(await soc2(member)).toMatchObject({ passed: controls.size, change: 0, evidenceAgeDays: 40 });
      expect(await outOfDate(member)).toBe(0);
      await assess(admin, assessed?.id ?? '', 'non_compliant');
      const cell = await soc2(member);
      expect(cell).toMatchObject({ passed: 0, evidenceAgeDays: 0 });
      expect(cell?.change).toBe(-percent(controls.size, cell?.total ?? 0));
    });
    await clock.at(460 * DAY, async () => {
      expect(await outOfDate(await logIn(moved.emails.member))).toBe(controls.size);
    });
  });

  it('send one statement each and keep the heat-map response below 20 KB', async () => {
    const from = service.statements.length;
    const answer = await tenant.member.graphql(ASKED);
    expect(service.statements.slice(from)).toHaveLength(3);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(20 * 1_024);
  });
});

describe('mappingMatrix', () => {
  it('shows active frameworks only, each covering its own mapped controls', async () => {
    const narrow = await service.addTenant('Two', 'STARTER', ['soc2', 'iso27001']);
    const { mappingMatrix } = await narrow.member.data<{
      mappingMatrix: { cells: { from: string; to: string; coveredControls: number; totalControls: number }[] };
    }>('{ mappingMatrix { cells { from to coveredControls totalControls coveragePercentage } } }');
    expect(mappingMatrix.cells.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'SOC 2 → SOC 2',
      'SOC 2 → ISO 27001',
      'ISO 27001 → SOC 2',
      'ISO 27001 → ISO 27001',
    ]);
    const [soc2, iso] = ['soc2', 'iso27001'].map((slug) => catalogue.frameworkBySlug.get(slug));
    const reached = soc2?.controls.filter(({ mappings }) =>
      mappings.some(({ universalControl }) =>
        universalControl.mappings.some(({ control }) => control.framework === iso),
      ),
    );
    expect(mappingMatrix.cells[2]).toMatchObject({
      coveredControls: reached?.length,
      totalControls: controlCountOf('soc2'),
    });
  });
});
