import { parseArgs } from 'node:util';
import { Receiver } from '../webhooks/receiver.js';
import { Cluster } from './cluster.js';
import type { Fault } from './faults.js';
import { Fleet } from './fleet.js';
import { Release } from './release.js';
import { runSeed, type Outcome, type Plan } from './seed.js';
import { Timeline } from './timeline.js';

/**
 * `npm run upgrade -- --from REVISION [--seed N] [--seeds K]`: two web and two worker processes of an older commit serve calls while the
 * database is migrated by this one and each of them is replaced. Exits 1 where anything was lost, phantom, doubled or stuck, or a
 * call had no answer or one of 5xx.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
  },
});
if (values.from === undefined) throw new Error('--from REVISION is missing: a commit or a tag of the release before');

/** Calls of a run, and the one before which the migration begins; the last ones meet the new release alone. */
const CALLS = 160;
const MIGRATION = 30;
const PAUSE_MS_MAX = 400;
const KINDS = ['lost', 'phantom', 'doubled', 'stuck', 'unserved'] as const;

const older = await Release.of(values.from);
let found = 0;
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed += 1) {
  found += await upgrade(seed);
}
process.exitCode = found > 0 ? 1 : 0;

/** @returns the number of faults that were found */
async function upgrade(seed: number): Promise<number> {
  const cluster = await Cluster.start(false);
  const receiver = await Receiver.start();
  const timeline = new Timeline();
  let fleet: Fleet | null = null;
  try {
    await migrateBy(older, cluster);
    fleet = await Fleet.start(cluster, older, cluster.serviceUrl);
    const stage = { cluster, fleet, receiver };
    return report(seed, await runSeed(stage, seed, timeline, planOf(fleet, timeline)), timeline);
  } finally {
    await fleet?.stop();
    await receiver.close();
    await cluster.stop();
  }
}

/** The migration step of a release, which a process of it takes with the credentials of the owner. */
async function migrateBy(release: Release, cluster: Cluster): Promise<void> {
  await using child = release.start();
  const dataDir = await cluster.makeDirectory();
  await child.ask('start', { databaseUrl: cluster.ownUrl, dataDir, role: 'worker', sprungFile: `${dataDir}/sprung` });
}

function planOf(fleet: Fleet, timeline: Timeline): Plan {
  const fault: Fault = {
    what: `upgrade from ${older.name}`,
    async happen({ cluster }) {
      await cluster.migrate();
      timeline.add('migrated');
      await fleet.replace(Release.present());
      timeline.add('replaced');
    },
  };
  return { calls: CALLS, pauseMsMax: PAUSE_MS_MAX, faults: [{ before: MIGRATION, fault }] };
}

function report(seed: number, outcome: Outcome, timeline: Timeline): number {
  const unserved = outcome.calls
    .filter((call) => call.unserved > 0)
    .map(({ no, kind, unserved: times }) => `call ${no} (${kind}), times: ${times}`);
  const all = { ...outcome, unserved };
  const counts = KINDS.map((kind) => `${kind} ${all[kind].length}`).join(', ');
  process.stdout.write(`seed ${seed}: ${outcome.calls.length} calls: ${counts}\n`);
  for (const kind of KINDS) for (const line of all[kind]) process.stdout.write(`  ${kind}: ${line}\n`);
  const sum = KINDS.reduce((total, kind) => total + all[kind].length, 0);
  if (sum > 0) process.stdout.write(`${timeline.lines.map((line) => `    ${line}`).join('\n')}\n`);
  return sum;
}
