import type { Failpoint } from '../../src/platform/failpoints.js';
import { answers, type Behaviour, type Receiver } from '../webhooks/receiver.js';
import type { Cluster } from './cluster.js';
import { MEMBERS, WEBS, type Fleet } from './fleet.js';
import type { Random } from './random.js';
import type { Trap } from './service.child.js';

/** Where faults happen. */
export interface Stage {
  cluster: Cluster;
  fleet: Fleet;
  receiver: Receiver;
}

/** A fault that is about to happen. */
export interface Fault {
  /** For the timeline: `worker-1: kill at mail.send.after, pass 1`. */
  what: string;
  happen(stage: Stage): Promise<unknown>;
}

const MINUTE_MS = 60_000;

type Point = readonly [Failpoint, contains?: string];
const STATEMENTS: readonly Point[] = [
  ['database.statement.before', 'commit'],
  ['database.statement.after', 'commit'],
  ['database.statement.after', 'commit'],
  ['database.statement.before', 'insert into'],
  ['database.statement.after', 'insert into'],
  ['database.statement.after', 'update'],
];
const OBJECTS: readonly Point[] = [
  ['object.write.before'],
  ['object.rename.before'],
  ['object.write.after'],
  ['object.delete.before'],
  ['object.delete.after'],
];
const OF_WEB: readonly Point[] = [
  ...STATEMENTS,
  ...OBJECTS,
  ['notify.before'],
  ['job.wake.before'],
  ['job.wake.after'],
  ['idempotency.claim.after'],
  ['idempotency.work.after'],
  ['answer.before'],
];
const OF_WORKER: readonly Point[] = [
  ...STATEMENTS,
  ...OBJECTS,
  ['queue.claim.after', 'scans'],
  ['queue.claim.after', 'webhook_deliveries'],
  ['queue.claim.after', 'mails'],
  ['scan.objects.after'],
  ['delivery.send.before'],
  ['delivery.send.after'],
  ['mail.send.before'],
  ['mail.send.after'],
];
/** Every failpoint at which a process may die or wait in a seed. */
export const TRAPPED: ReadonlySet<Failpoint> = new Set([...OF_WEB, ...OF_WORKER].map(([point]) => point));
const BEHAVIOURS: Record<string, Behaviour> = {
  'answers 500': answers(500),
  'answers 429 for a minute': answers(429, { 'retry-after': '60' }),
  'never answers': () => undefined,
  'ends the connection': (res) => void res.destroy(),
};

/** Kinds of faults, and how often they happen. */
const FAULTS: readonly { weight: number; make(random: Random): Fault }[] = [
  { weight: 7, make: (random) => trap(random, 'kill') },
  { weight: 4, make: (random) => trap(random, 'lose') },
  { weight: 2, make: (random) => trap(random, 'stall') },
  {
    weight: 2,
    make: (random) => trap(random, 'full', ['object.write.before', 'object.rename.before']),
  },
  {
    weight: 2,
    make: (random) => {
      const member = random.of(MEMBERS);
      return { what: `${member}: kill`, happen: ({ fleet }) => fleet.kill(member) };
    },
  },
  { weight: 1, make: () => ({ what: 'PostgreSQL: restart at once', happen: ({ cluster }) => cluster.restart() }) },
  {
    weight: 2,
    make: (random) => {
      const nth = random.whole(1, 3);
      return { what: `cut every ${nth}. connection`, happen: ({ cluster }) => Promise.resolve(cluster.cut(nth)) };
    },
  },
  {
    weight: 1,
    make: (random) => {
      const member = random.of(MEMBERS);
      const minutes = random.of([-20, 20, 45]);
      return {
        what: `${member}: clock by ${minutes} min`,
        happen: ({ fleet }) => fleet.jump(member, minutes * MINUTE_MS),
      };
    },
  },
  {
    weight: 2,
    make: (random) => {
      const [what, behaviour] = random.of(Object.entries(BEHAVIOURS));
      return {
        what: `the receiver ${what}`,
        happen: ({ receiver }) => Promise.resolve((receiver.behaviour = behaviour)),
      };
    },
  },
];

/** The next fault of a seed. */
export function nextFault(random: Random): Fault {
  return random.weighted(FAULTS).make(random);
}

function trap(random: Random, act: Trap['act'], only: readonly Failpoint[] | null = null): Fault {
  const member = random.of(MEMBERS);
  const isWeb = WEBS.some((web) => web === member);
  const points = (isWeb ? OF_WEB : OF_WORKER).filter(([point]) => only?.includes(point) ?? true);
  const [point, contains = ''] = random.of(points);
  const set: Trap = { point, contains, pass: random.whole(1, 4), act };
  const where = contains === '' ? point : `${point} (${contains})`;
  return { what: `${member}: ${act} at ${where}, pass ${set.pass}`, happen: ({ fleet }) => fleet.set(member, [set]) };
}

/** Ends every fault that lasts. */
export async function endFaults({ fleet, receiver }: Stage): Promise<void> {
  receiver.behaviour = answers(204);
  await fleet.calm();
  await fleet.ensure();
}
