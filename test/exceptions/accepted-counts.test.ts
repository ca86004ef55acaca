import { beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { pageOf } from '../findings/findings.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes } from '../integrations/reports.js';
import { accepted, changed, proposal } from './exceptions.js';

const RULE = AUDIT_TRAIL.prowler;
const OTHER = 'a_rule_of_nobody';

const FACETS = `query ($where: FindingsWhere) { findingFacets(where: $where) {
  total verdicts { failing accepted passing } severities { count } checks(first: 100) { check { id } count newest { resourceId } } } }`;

interface Facets {
  total: number;
  verdicts: { failing: number; accepted: number; passing: number };
  severities: { count: number }[];
  checks: { check: { id: string }; count: number; newest: { resourceId: string } | null }[];
}

const STANDING = `{
  scorecard { frameworks { failedControls acceptedControls } }
  failed: controls(status: failed) { id }
  accepted: controls(accepted: true) { id }
  others: controls(accepted: false) { id }
}`;

interface Standing {
  scorecard: { frameworks: { failedControls: number; acceptedControls: number | null }[] };
  failed: { id: string }[];
  accepted: { id: string }[];
  others: { id: string }[];
}

describe('accepted findings', () => {
  const fed = FedTenants.set({ content: contentOfOneSystem() });

  const facetsOf = async (where: Record<string, unknown>) =>
    (await fed.tenant.member.data<{ findingFacets: Facets }>(FACETS, { where })).findingFacets;
  const listed = async (where: Record<string, unknown>) =>
    (await pageOf(fed.tenant.member, { where })).nodes.map(({ resourceId, ruleId }) => `${resourceId} ${ruleId}`);
  const standing = () => fed.tenant.member.data<Standing>(STANDING);
  const sumOf = ({ scorecard }: Standing, key: 'failedControls' | 'acceptedControls') =>
    scorecard.frameworks.reduce((sum, each) => sum + (each[key] ?? 0), 0);
  const idsOf = (controls: readonly { id: string }[]) => controls.map(({ id }) => id).toSorted();

  describe('of which one of three is accepted', () => {
    beforeEach(async () => {
      await fed.feed(fails('r-1'), fails('r-2'), fails('r-2', OTHER), passes('r-3'));
      await accepted(fed.tenant, proposal(RULE));
    });

    it('are counted by the facets as the list has them, with and without other conditions', async () => {
      for (const where of [{}, { resourceIdStartsWith: 'r-' }, { search: 'r-' }, { severity: ['high'] }]) {
        const [failing, accepted, all] = await Promise.all(
          [{ exception: false }, { exception: true }, {}].map((each) =>
            listed({ ...where, ...each, status: ['fail'] }),
          ),
        );
        expect([failing, accepted]).toEqual(
          [[`r-2 ${RULE}`, `r-2 ${OTHER}`], [`r-1 ${RULE}`]].map((each) => expect.arrayContaining(each)),
        );
        const asked = { ...where, status: ['fail'], exception: false };
        const totals = await Promise.all(
          [asked, { ...asked, exception: true }, { ...where, status: ['fail'] }].map(facetsOf),
        );
        expect(totals.map(({ total }) => total)).toEqual([failing, accepted, all].map((each) => each?.length));
        for (const { verdicts } of totals) expect(verdicts).toMatchObject({ failing: 2, accepted: 1 });
      }
    });

    it('leave what fails and the numbers of severities and checks, and are what is asked for by themselves', async () => {
      const failing = await facetsOf({ status: ['fail'], exception: false });
      const countsOf = ({ checks }: Facets) =>
        checks.map(({ check, count, newest }) => [check.id, count, newest?.resourceId]);
      expect(countsOf(failing)).toEqual([
        [AUDIT_TRAIL.check, 1, 'r-2'],
        [`prowler:${OTHER}`, 1, 'r-2'],
      ]);
      expect(failing.severities.reduce((sum, { count }) => sum + count, 0)).toBe(2);
      const alone = await facetsOf({ status: ['fail'], exception: true });
      expect(countsOf(alone)).toEqual([[AUDIT_TRAIL.check, 1, 'r-1']]);
    });

    it('are distinguished by the check and by the resource in the same numbers', async () => {
      const { check } = await fed.tenant.member.data<{ check: { verdicts: object } }>(
        `{ check(id: "${AUDIT_TRAIL.check}") { verdicts { failing accepted passing total } } }`,
      );
      expect(check.verdicts).toEqual({ failing: 2, accepted: 1, passing: 1, total: 3 });
      const { resources } = await fed.tenant.member.data<{ resources: { nodes: object[] } }>(
        '{ resources { nodes { resourceId verdicts { failing accepted } } } }',
      );
      expect(resources.nodes).toEqual(
        expect.arrayContaining([
          { resourceId: 'r-1', verdicts: { failing: 0, accepted: 1 } },
          { resourceId: 'r-2', verdicts: { failing: 2, accepted: 0 } },
        ]),
      );
    });

    it('lift no control on which another resource fails: the posture counts none', async () => {
      const now = await standing();
      expect([sumOf(now, 'acceptedControls'), now.accepted]).toEqual([0, []]);
    });
  });

  it('leave the failed controls of the posture by as many as it says, which the list has, until the exception is withdrawn', async () => {
    await fed.feed(fails('r-1'), passes('r-2'));
    const before = await standing();
    expect(sumOf(before, 'failedControls')).toBe(before.failed.length);
    expect([before.failed.length > 0, sumOf(before, 'acceptedControls')]).toEqual([true, 0]);
    const { id } = await accepted(fed.tenant, proposal(RULE));
    const now = await standing();
    expect(idsOf([...now.failed, ...now.accepted])).toEqual(idsOf(before.failed));
    expect(sumOf(now, 'acceptedControls')).toBe(now.accepted.length);
    expect(before.failed.length - sumOf(now, 'failedControls')).toBe(now.accepted.length);
    expect(idsOf(now.others)).not.toEqual(expect.arrayContaining(idsOf(now.accepted)));
    await changed(fed.tenant.member, 'withdrawException', id);
    const after = await standing();
    expect([idsOf(after.failed), after.accepted]).toEqual([idsOf(before.failed), []]);
  });

  it('hold up no control once their integration is disconnected: the posture counts none', async () => {
    await fed.feed(fails('r-1'), passes('r-2'));
    await accepted(fed.tenant, proposal(RULE));
    await fed.tenant.admin.data(
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
      {
        input: { integrationId: fed.integration },
      },
    );
    expect((await standing()).accepted).toEqual([]);
  });

  it('are null in the scorecard of a former moment, where no exception is known', async () => {
    const { scorecard } = await fed.tenant.member.data<{ scorecard: { frameworks: { acceptedControls: null }[] } }>(
      'query ($at: DateTimeISO!) { scorecard(asOf: $at) { frameworks { acceptedControls } } }',
      { at: new Date().toISOString() },
    );
    expect(scorecard.frameworks.map((each) => each.acceptedControls)).toEqual(scorecard.frameworks.map(() => null));
  });
});
