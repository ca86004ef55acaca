import { join } from 'node:path';
import { Client } from '../support/client.js';
import { connect } from '../support/scans.js';
import { Child } from './child.js';
import type { HostileCounts, HostileSettings } from './hostile-load.js';
import { NeighbourWatch, type NeighbourFigures } from './neighbour-watch.js';
import { writeProwlerReport } from './prowler-report.js';
import type { LimitedTenant } from './service.child.js';
import { startAlone } from './setup.js';
import { table } from './table.js';

/** Bars on two cores. Source: schema/contract/limits.md. */
const BARS = { p99Ms: 250, readyMaxMs: 1_000, scanStartMs: 15_000 } as const;
const ALONE_SECONDS = 5;
const SECONDS = 60;
const SCANS = 4;
const FINDINGS = 5_000;
const [FLOOD, IN_FLIGHT] = [600, 20];
/** Levels of fields of one name, two in each: 4.7 kB. */
const FLOOD_DEPTH = 8;

/** A tenant as the benchmark knows it. */
interface Tenant {
  adminToken: string;
  memberToken: string;
}

/**
 * Measures what a tenant sees of a hostile neighbour and of three hostile addresses, all at the default limits; first
 * without them, for comparison.
 * @throws {Error} where a bar is missed
 */
export async function disturbNeighbour(stack: AsyncDisposableStack): Promise<void> {
  const { child, baseUrl, directory } = await startAlone(stack, { isLimited: true });
  const { ordinary, hostile } = await addNeighbours(child, baseUrl);
  const reportFile = join(directory, 'report.ocsf.json');
  await writeProwlerReport(reportFile, FINDINGS);

  await floodAnonymously(child, baseUrl);
  const alone = await new NeighbourWatch(baseUrl, ordinary.adminToken).measure(ALONE_SECONDS, 1);
  const load = stack.use(Child.run(new URL('./hostile.child.js', import.meta.url)));
  const cpuBefore = await child.usage();
  await load.ask('start', { baseUrl, ...hostile, reportFile } satisfies HostileSettings);
  const beside = await new NeighbourWatch(baseUrl, ordinary.adminToken).measure(SECONDS, SCANS);
  const cpuMs = (await child.usage()).cpuMs - cpuBefore.cpuMs;
  print({ alone, beside, counts: await load.ask<HostileCounts>('stop'), cpuMs });
}

/** Sends the requests of the attack that was measured first, spread over addresses, and prints their CPU. */
async function floodAnonymously(child: Child, baseUrl: string): Promise<void> {
  const stranger = new Client(baseUrl, null, false);
  const before = await child.usage();
  for (let no = 0; no < FLOOD; no += IN_FLIGHT) {
    const send = (at: number) => {
      const login = `login(input: { email: "a${String(no + at)}@b.example", password: "x" })`;
      const query = `mutation { ${login} { ${tree(FLOOD_DEPTH)} } }`;
      return stranger.post('/graphql', { query }, { 'x-forwarded-for': `203.0.113.${String((no + at) % 100)}` });
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, at) => send(at)));
  }
  const { cpuMs } = await child.usage();
  process.stdout.write(
    `\n  ${String(FLOOD)} anonymous requests of 4.7 kB: ${((cpuMs - before.cpuMs) / 1_000).toFixed(1)} s of CPU\n\n`,
  );
}

function tree(depth: number): string {
  return depth === 0 ? 'members' : `members{${tree(depth - 1)} ${tree(depth - 1)}}`;
}

/** Creates the tenant that is measured, with an integration and room for the measurement, and the hostile one. */
export async function addNeighbours(child: Child, baseUrl: string): Promise<{ ordinary: Tenant; hostile: Tenant }> {
  const wanted: LimitedTenant[] = [
    { name: 'Ordinary', perMinute: 100_000 },
    { name: 'Hostile', perMinute: null },
  ];
  const [ordinary, hostile] = await child.ask<Tenant[]>('addLimitedTenants', wanted);
  if (!ordinary || !hostile) throw new Error('there are no tenants');
  await connect(new Client(baseUrl, ordinary.adminToken, false), 'demo');
  return { ordinary, hostile };
}

function print({
  alone,
  beside,
  counts,
  cpuMs,
}: {
  alone: NeighbourFigures;
  beside: NeighbourFigures;
  counts: HostileCounts;
  cpuMs: number;
}): void {
  const head = ['', 'answers', 'p50 ms', 'p99 ms', 'max ms', '/readyz max ms', 'scans started after s', 'failures'];
  process.stdout.write(table(head, [rowOf('alone', alone), rowOf('beside hostile neighbours', beside)]));
  const sent = Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b));
  process.stdout.write(`\n  answers to them: ${sent.map(([name, count]) => `${name}: ${String(count)}`).join(', ')}\n`);
  process.stdout.write(`  CPU of the service: ${(cpuMs / 1_000).toFixed(1)} s in ${String(SECONDS)} s\n`);
  const missed = [
    ...(beside.p99Ms > BARS.p99Ms ? [`p99 of ${String(BARS.p99Ms)} ms`] : []),
    ...(beside.readyMaxMs > BARS.readyMaxMs ? [`/readyz within ${String(BARS.readyMaxMs)} ms`] : []),
    ...(beside.scanStartsMs.some((ms) => ms === null || ms > BARS.scanStartMs)
      ? [`scans within ${String(BARS.scanStartMs / 1_000)} s`]
      : []),
  ];
  if (missed.length > 0) throw new Error(`missed: ${missed.join(', ')}`);
  process.stdout.write('  every bar is held\n');
}

function rowOf(name: string, figures: NeighbourFigures): string[] {
  const { answers, p50Ms, p99Ms, maxMs, readyMaxMs, scanStartsMs, failures } = figures;
  return [
    name,
    String(answers),
    ...[p50Ms, p99Ms, maxMs, readyMaxMs].map((ms) => ms.toFixed(0)),
    scanStartsMs.map((ms) => (ms === null ? 'not' : (ms / 1_000).toFixed(1))).join(' '),
    Object.entries(failures)
      .map(([status, count]) => `${status}: ${String(count)}`)
      .join(', '),
  ];
}
