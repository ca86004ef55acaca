import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { connect, finished, resultsOf, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface Progress {
  sequence: number;
  status: string;
  percent: number;
  passedControls: number;
  failedControls: number;
}

const SCAN_SECONDS = 2;

describe('a new user’s first scan', () => {
  let service: TestService;
  let scanId: string;
  let events: Progress[];
  let results: ScanResultBody[];

  beforeAll(async () => {
    service = await startService({ settings: { demoScanSeconds: SCAN_SECONDS } });
    await connect(service.a.admin, 'demo');
    const { body } = await service.a.admin.post('/api/scans/trigger');
    scanId = (body as { data: { scan_job_id: string } }).data.scan_job_id;
    events = await watch(service, scanId);
    results = await resultsOf(service.a.admin, scanId);
  });
  afterAll(() => service.stop());

  it('is followed live: progress grows and ends with the scan', () => {
    const percents = events.map(({ percent }) => percent);
    expect(events.length).toBeGreaterThan(3);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(events.length);
    expect(events.at(-1)).toMatchObject({ status: 'completed', percent: 100 });
  });

  it('leaves at least one failed control in each of the seven frameworks, and passes none by tests of one account alone', () => {
    const byFramework = Map.groupBy(results, ({ framework }) => framework);
    expect(byFramework.size).toBe(7);
    for (const own of byFramework.values()) {
      expect(own.filter(({ status }) => status === 'fail').length).toBeGreaterThan(0);
    }
    expect(results.filter(({ status }) => status === 'pass')).toEqual([]);
  });

  it('has the same counts, results and statuses over REST and GraphQL', async () => {
    const scan = await finished(service.a.member, scanId);
    expect(events.at(-1)).toMatchObject({ passedControls: scan.passed_controls, failedControls: scan.failed_controls });
    const { frameworks } = await service.a.auditor.data<{
      frameworks: { name: string; controls: { controlId: string; status: string }[] }[];
    }>('{ frameworks { name controls { controlId status } } }');
    const statuses = frameworks.flatMap(({ name, controls }) =>
      controls.map(({ controlId, status }) => [`${name} ${controlId}`, status]),
    );
    const expected = { pass: 'passed', fail: 'failed', 'not-applicable': 'not_applicable' } as const;
    const fromResults = results.map((result) => [
      `${result.framework} ${result.control_id}`,
      result.evaluated ? expected[result.status] : 'not_assessed',
    ]);
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(fromResults));
  });

  it('answers a cross-framework question: a failing universal control fails elsewhere too', async () => {
    const { framework } = await service.a.admin.data<{
      framework: {
        controls: {
          mappings: {
            universalControl: { mappings: { control: { status: string; framework: { name: string } } }[] };
          }[];
        }[];
      };
    }>(`{ framework(name: "soc-2") { controls(status: failed) { mappings { universalControl {
      mappings { control { status framework { name } } } } } } } }`);
    const others = framework.controls
      .flatMap(({ mappings }) => mappings.flatMap(({ universalControl }) => universalControl.mappings))
      .filter(({ control }) => control.framework.name !== 'SOC 2' && control.status === 'failed');
    expect(new Set(others.map(({ control }) => control.framework.name)).size).toBeGreaterThan(3);
  });
});

/** Every event of a scan's progress over a WebSocket, until the server ends the stream. */
async function watch(service: TestService, scanId: string): Promise<Progress[]> {
  const client = createClient({
    url: `${service.baseUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${service.a.admin.token ?? ''}` },
    retryAttempts: 0,
  });
  const seen: Progress[] = [];
  const stream = client.iterate<{ scanProgress: Progress }>({
    query: `subscription ($id: ID!) {
      scanProgress(scanId: $id) { sequence status percent passedControls failedControls }
    }`,
    variables: { id: scanId },
  });
  for await (const { data } of stream) if (data) seen.push(data.scanProgress);
  await client.dispose();
  return seen;
}
