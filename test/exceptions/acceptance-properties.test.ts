import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL, CONSOLE_MFA } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { coveredCodes, decidedCodes } from '../../src/modules/catalogue/tested-elements.rules.js';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { accepted, changed, proposal } from './exceptions.js';

const ROUNDS = 6;
const RESOURCES = ['r-1', 'r-2', 'r-3'];
const RULES = [AUDIT_TRAIL, ...CONSOLE_MFA];

/** A repeatable sequence of numbers below 1 (mulberry32), so that a failing round can be run again. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Controls that ask for an element which one of the checks decides, worked out from the shipped content. */
function askingFor(checks: readonly string[]): Set<string> {
  const catalogue = catalogueOf();
  const codes = new Set(checks.flatMap((id) => decidedCodes(catalogue.checkById.get(id) ?? { decides: [] })));
  const asking = catalogue.controls.filter((control) => coveredCodes(control).some((code) => codes.has(code)));
  return new Set(asking.map(({ id }) => id));
}

describe('whatever findings are accepted', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const statusesOf = async ({ member }: TestTenant): Promise<Map<string, string>> => {
    const { frameworks } = await member.data<{ frameworks: { controls: { id: string; status: string }[] }[] }>(
      '{ frameworks { controls { id status } } }',
    );
    return new Map(frameworks.flatMap(({ controls }) => controls.map(({ id, status }) => [id, status])));
  };

  it.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    'no control passes that has another failing finding, and withdrawing restores every status (round %i)',
    async (seed) => {
      const random = sequence(seed);
      const tenant = await service.addTenant(`Property${seed}`, 'ENTERPRISE');
      const integration = await connect(tenant.admin, 'prowler');
      const findings = RULES.flatMap(({ prowler: rule, check }) =>
        RESOURCES.map((resource) => ({ check, rule, resource, status: random() < 0.5 ? 'FAIL' : 'PASS' }) as const),
      );
      const report = findings.map(({ rule, resource, status }): ProwlerFinding => ({ rule, resource, status }));
      await runImport(tenant.admin, integration, prowlerReport(report));
      const before = await statusesOf(tenant);

      const failing = findings.filter(({ status }) => status === 'FAIL');
      const chosen = failing.filter(() => random() < 0.6);
      const ids: string[] = [];
      for (const { rule, resource } of chosen) {
        ids.push((await accepted(tenant, proposal(rule, {}, { resourceId: resource }))).id);
      }
      const left = failing.filter((finding) => !chosen.includes(finding));
      const contradicted = askingFor(left.map(({ check }) => check));
      const during = await statusesOf(tenant);
      for (const [id, status] of during) {
        if (contradicted.has(id)) expect({ id, status }).toEqual({ id, status: 'failed' });
        else expect({ id, isFailed: status === 'failed' }).toEqual({ id, isFailed: false });
      }

      for (const id of ids) await changed(tenant.auditor, 'withdrawException', id);
      expect(await statusesOf(tenant)).toEqual(before);
    },
  );
});
