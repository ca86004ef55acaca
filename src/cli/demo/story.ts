import type { z } from 'zod';
import { QueuedScan, Scan, ScanResults, Scorecard } from './answers.js';
import type { ServiceClient } from './client.js';
import { DemoError } from './demo-error.js';
import { count, wrap } from './draw.js';
import { firstStepFor } from './fix.rules.js';
import { watchScan } from './progress.js';
import { FAILING_CONTROLS, FailingControls, SameFix, sameFixQuery, type FailingControl } from './queries.js';
import { furthest, reachOf } from './reach.rules.js';
import { importReport } from './report.js';
import { scoresOf, type Scores } from './scores.rules.js';
import type { Screen } from './screen.js';
import { showReach, showScores, showWorst, type ShownReach } from './show.js';
import { worstControls } from './worst.rules.js';

const WORST_SHOWN = 5;

export interface StoryOptions {
  /** Client that is logged in as an administrator. */
  client: ServiceClient;
  screen: Screen;
  /** Path of the report to import; null to scan the connected integrations. */
  reportFile: string | null;
  publicUrl: string;
  credentialsFile: string;
  /** Whether the service stops with the demo. */
  isOurs: boolean;
}

/**
 * Runs the steps: scan or import, live progress, scores, worst controls, one fix in many frameworks.
 * @returns a sentence that sums them up
 * @throws {DemoError} at the first step that fails
 */
export async function runStory(options: StoryOptions): Promise<string> {
  const { client, screen, reportFile } = options;
  const scanId =
    reportFile === null ? await triggerScan(client, screen) : await importReport(client, screen, reportFile);
  screen.print('', `Live, from ${screen.paint('dim', 'subscription scanProgress over WebSocket')}`);
  const { progress } = await watchScan(client, scanId, screen);
  const scores = await readScores(client, scanId);
  showScores(screen, scores);
  const failing = await readFailing(client, scanId);
  const scored = `${count(scores.frameworks.length, 'framework')} scored live`;
  if (failing.length === 0) return `${scored}; ${nothingFailed(options, scores, progress.findings)}.`;
  const worst = worstControls(failing, WORST_SHOWN);
  showWorst(screen, worst, failing.length);
  const reach = await findReach(client, worst, failing);
  showReach(screen, reach, { graphiqlUrl: `${options.publicUrl}/graphiql`, hint: pasteHint(options) });
  const moves = `one fix moves ${count(reach.movedCount, 'control')} of ${count(reach.moved.size, 'other framework')}`;
  return `${scored}, ${count(failing.length, 'failing control')} found, ${moves}.`;
}

async function triggerScan(client: ServiceClient, screen: Screen): Promise<string> {
  const { scan_job_id: scanId } = await client.post('/api/scans/trigger', {}, QueuedScan);
  screen.step('Triggered a scan of everything connected', 'POST /api/scans/trigger');
  return scanId;
}

async function readScores(client: ServiceClient, scanId: string): Promise<Scores> {
  const scan = await client.get(`/api/scans/${scanId}`, Scan);
  if (scan.status !== 'completed') {
    const { code, message } = scan.failure_reason ?? { code: scan.status, message: 'for no stated reason' };
    throw new DemoError(`the scan failed: ${code}, ${message}`);
  }
  const results = await client.get(`/api/scans/${scanId}/results`, ScanResults);
  return scoresOf(scan, results, await client.get('/api/ucf/scorecard', Scorecard));
}

async function readFailing(client: ServiceClient, scanId: string): Promise<FailingControl[]> {
  const failing: FailingControl[] = [];
  for (let after: string | null = null; ;) {
    const page: z.infer<typeof FailingControls> = await client.graphql(
      FAILING_CONTROLS,
      { scanId, after },
      FailingControls,
    );
    const { nodes, pageInfo } = page.scanResults;
    failing.push(...nodes);
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return failing;
    after = pageInfo.endCursor;
  }
}

/** @throws {DemoError} unless a report was imported: the demo organization always has something to mend */
function nothingFailed(
  { screen, reportFile }: StoryOptions,
  { passedByScan: passed }: Scores,
  findings: number,
): string {
  if (reportFile === null) throw new DemoError('the scan failed no control, so there is no fix to show');
  const because =
    passed > 0
      ? `No control failed, ${count(passed, 'control')} passed`
      : `Of ${count(findings, 'finding')} in this report none decides a control of these frameworks`;
  screen.print('', ...wrap(`${because}: there is nothing to mend.`, screen.width));
  return 'the report fails no control';
}

/**
 * The fix of the worst controls that affects most frameworks.
 * @throws {DemoError} when none affects another framework
 */
async function findReach(
  client: ServiceClient,
  worst: readonly FailingControl[],
  failing: readonly FailingControl[],
): Promise<ShownReach> {
  const reaches = await Promise.all(
    worst.map(async ({ control: { id, controlId, framework } }) => {
      const query = sameFixQuery(id);
      const { control } = await client.graphql(query, {}, SameFix);
      return { ...reachOf(control), from: `${framework.name} ${controlId}`, query };
    }),
  );
  const reach = furthest(reaches);
  if (reach && reach.movedCount > 0) return { ...reach, firstStep: firstStepFor(reach.check, failing) };
  throw new DemoError('no control of another framework fails on a check that fails the controls above');
}

function pasteHint({ isOurs, credentialsFile }: StoryOptions): string {
  const accounts = `Accounts to log in with: ${credentialsFile}.`;
  return isOurs ? `This service stops with the demo; npm start runs it for longer. ${accounts}` : accounts;
}
