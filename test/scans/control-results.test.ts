import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlCountOf } from '../catalogue/shipped.js';
import type { Client } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface Found {
  status: string;
  evaluated: boolean;
  finding: string;
  failingChecks: { id: string; resourcesFailed: number }[];
}
interface Shown {
  controlByCode: { results: (Found & { scanJobId: string; scan: { id: string } })[] };
}
interface OfScan {
  scanResults: { nodes: (Found & { evidenceId: string | null; control: { controlId: string } })[] };
}

const FOUND = 'status evaluated finding failingChecks { id resourcesFailed }';
const OF_CONTROL = `query ($code: String!) {
  controlByCode(framework: "soc2", code: $code) { results { scanJobId scan { id } ${FOUND} } }
}`;
const OF_SCAN = `query ($scanId: ID!) {
  scanResults(scanId: $scanId, frameworks: ["soc2"], first: 100) { nodes { evidenceId control { controlId } ${FOUND} } }
}`;

let service: TestService;
let scanIds: string[];

beforeAll(async () => {
  service = await startService();
  const { admin, member } = service.a;
  await connect(admin, 'demo');
  // What its snapshot fails drifts from scan to scan.
  const scans = [await runScan(member), await runScan(member), await runScan(member)];
  scanIds = scans.map(({ id }) => id);
});
afterAll(() => service.stop());

const resultsOf = async (client: Client, code: string) =>
  (await client.data<Shown>(OF_CONTROL, { code })).controlByCode.results;

it('a control has what each scan of which a check looked at it found, newest first, as the scan itself says', async () => {
  const { admin } = service.a;
  const expected = new Map<string, object[]>();
  for (const scanId of scanIds.toReversed()) {
    const { scanResults } = await admin.data<OfScan>(OF_SCAN, { scanId });
    for (const { evidenceId, control, ...found } of scanResults.nodes) {
      const results = expected.get(control.controlId) ?? [];
      const own = evidenceId !== null ? [{ scanJobId: scanId, scan: { id: scanId }, ...found }] : [];
      expected.set(control.controlId, [...results, ...own]);
    }
  }
  expect(expected.size).toBe(controlCountOf('soc2'));
  const found: Found[] = [];
  for (const [code, results] of expected) {
    const shown = await resultsOf(admin, code);
    expect(shown).toEqual(results);
    found.push(...shown);
  }
  const failing = found.filter(({ status }) => status === 'fail');
  expect(failing.length).toBeGreaterThan(3);
  expect(failing.filter(({ failingChecks }) => failingChecks.length === 0)).toEqual([]);
});

it('a control has no results of another organization', async () => {
  expect(await resultsOf(service.b.admin, 'CC6.6')).toEqual([]);
});
