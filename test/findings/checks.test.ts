import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_MFA } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface CheckBody {
  id: string;
  is_known: boolean;
  provider: string;
  severity: string;
  verdicts: { failing: number; passing: number; total: number };
}

/** A check that is a rule of Prowler, too. */
const [MFA] = CONSOLE_MFA;
const NOBODYS = 'prowler:a_rule_of_nobody';

describe('checks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    const report = prowlerReport([
      fails('account-1', MFA.prowler),
      fails('account-2', MFA.prowler),
      passes('account-3', MFA.prowler),
      { rule: 'a_rule_of_nobody', status: 'PASS', resource: 'account-1' },
    ]);
    await runImport(admin, await connect(admin, 'prowler'), report);
  });
  afterAll(() => service.stop());

  /** Every check of a list, over all of its pages. */
  const list = async (query = '', client = service.a.member) => {
    const found: CheckBody[] = [];
    for (let path = `/api/checks?limit=100${query}`; ;) {
      const { status, body } = await client.get(path);
      expect(status).toBe(200);
      const { data, meta } = body as { data: CheckBody[]; meta: { pagination: { next_cursor?: string | null } } };
      found.push(...data);
      const cursor = meta.pagination.next_cursor ?? null;
      if (cursor === null) return found;
      path = `/api/checks?limit=100${query}&cursor=${cursor}`;
    }
  };
  const idsOf = (checks: CheckBody[]) => checks.map(({ id }) => id);

  it('are all of the catalogue, and the rules of reports that nobody knows, once each and by id', async () => {
    const ids = idsOf(await list());
    const expected = [...catalogueOf().checks.map(({ id }) => id), NOBODYS];
    expect(ids).toEqual(expected.toSorted((a, b) => (a < b ? -1 : 1)));
    const ofOther = idsOf(await list('', service.b.member));
    expect(ofOther).toHaveLength(catalogueOf().checks.length);
  });

  it('count what their current findings say', async () => {
    const found = await list(`&id=${MFA.check}&id=${NOBODYS}`);
    expect(found).toMatchObject([
      { id: MFA.check, is_known: true, verdicts: { failing: 2, passing: 1, total: 3 } },
      { id: NOBODYS, is_known: false, provider: 'prowler', verdicts: { failing: 0, passing: 1, total: 1 } },
    ]);
    const [ofOther] = await list(`&id=${MFA.check}`, service.b.member);
    expect(ofOther?.verdicts).toEqual({ failing: 0, accepted: 0, passing: 0, total: 0 });
  });

  it('are found by what their findings say, by severity, provider, framework and control', async () => {
    expect(idsOf(await list('&status=failing'))).toEqual([MFA.check]);
    expect(idsOf(await list('&status=passing'))).toEqual([NOBODYS]);
    expect((await list('&status=silent')).length).toBe(catalogueOf().checks.length - 1);
    const { checks } = catalogueOf();
    const count = (test: (check: (typeof checks)[number]) => boolean) => checks.filter(test).length;
    expect((await list('&severity=critical')).length).toBe(count(({ severity }) => severity === 'critical'));
    expect((await list('&provider=github')).length).toBe(count(({ provider }) => provider === 'github'));
    const leading = count(({ controls }) =>
      controls.some(({ controlId, framework }) => controlId === 'CC6.1' && framework.slug === 'soc2'),
    );
    expect(leading).toBeGreaterThan(10);
    expect((await list('&framework=SOC%202&control_id=CC6.1')).length).toBe(leading);
  });

  it('are one by its id, with its controls and how to make it pass', async () => {
    const one = await service.a.member.rest<{
      id: string;
      controls: { control_id: string }[];
      remediation: { steps: unknown[] };
    }>(`/api/checks/${MFA.check}`);
    expect(one.controls.map(({ control_id: id }) => id)).toContain('8.4.1');
    expect(one.remediation.steps.length).toBeGreaterThan(0);
    expect((await service.a.member.get('/api/checks/aws.nothing')).status).toBe(404);
    expect((await service.a.member.get('/api/checks?control_id=CC99')).status).toBe(400);
  });

  it('are read by as many statements whether they are ten or a hundred', async () => {
    const statementsOf = async (first: number) => {
      const before = service.statements.length;
      await service.a.member.data(
        `{ checks(first: ${first}) { nodes { id verdicts { failing } controls { controlId } } } }`,
      );
      return service.statements.length - before;
    };
    expect(await statementsOf(100)).toBe(await statementsOf(10));
  });
});
