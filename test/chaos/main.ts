import { parseArgs } from 'node:util';
import { Receiver } from '../webhooks/receiver.js';
import { Cluster } from './cluster.js';
import type { Stage } from './faults.js';
import { Fleet } from './fleet.js';
import { runSeed, type Outcome } from './seed.js';
import { Timeline } from './timeline.js';

/** `npm run chaos -- --seed N [--seeds K]`: K seeds from N on, and what was lost, phantom, doubled or stuck. Exits 1 where anything was. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    timeline: { type: 'boolean' },
  },
});
const KINDS = ['lost', 'phantom', 'doubled', 'stuck'] as const;

const cluster = await Cluster.start();
const totals = { seeds: 0, kills: 0, calls: 0, faults: 0, lost: 0, phantom: 0, doubled: 0, stuck: 0 };
let fleet: Fleet | null = null;
try {
  fleet = await Fleet.start(cluster);
  const first = Number(values.seed);
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    const deaths = fleet.deaths;
    const receiver = await Receiver.start();
    const timeline = new Timeline();
    try {
      const outcome = await runSeed({ cluster, fleet, receiver } satisfies Stage, seed, timeline);
      count(outcome, fleet.deaths - deaths);
      report(seed, outcome, fleet.deaths - deaths);
      if (KINDS.some((kind) => outcome[kind].length > 0) || values.timeline === true) await print(timeline, fleet);
    } catch (err) {
      process.stdout.write(`seed ${seed}: cannot be judged\n`);
      await print(timeline, fleet);
      throw err;
    } finally {
      await receiver.close();
    }
  }
} finally {
  await fleet?.stop();
  await cluster.stop();
  process.stdout.write(
    `${Object.entries(totals)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')}\n`,
  );
}
process.exitCode = KINDS.some((kind) => totals[kind] > 0) ? 1 : 0;

function count(outcome: Outcome, kills: number): void {
  totals.seeds += 1;
  totals.kills += kills;
  totals.calls += outcome.calls.length;
  totals.faults += outcome.faults;
  for (const kind of KINDS) totals[kind] += outcome[kind].length;
}

function report(seed: number, outcome: Outcome, kills: number): void {
  const found = KINDS.map((kind) => `${kind} ${outcome[kind].length}`).join(', ');
  process.stdout.write(
    `seed ${seed}: ${outcome.calls.length} calls, ${outcome.faults} faults, ${kills} deaths: ${found}\n`,
  );
  for (const kind of KINDS) for (const line of outcome[kind]) process.stdout.write(`  ${kind}: ${line}\n`);
}

async function print(timeline: Timeline, of: Fleet): Promise<void> {
  timeline.addSprung(await of.sprung());
  process.stdout.write(`${timeline.lines.map((line) => `    ${line}`).join('\n')}\n`);
}
