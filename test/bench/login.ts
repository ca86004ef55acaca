import { Client } from '../support/client.js';
import { startAlone } from './setup.js';
import { table } from './table.js';

const ACCOUNTS = 250;
/** Attempts for each account and each unknown address: below the ten after which it is locked. */
const ATTEMPTS = 4;
const WARM_UP = 50;
/**
 * Lower limit of the area under the ROC curve; 0.5 means indistinguishable. Source: schema/contract/accounts.md,
 * "Login".
 */
const AUC_MIN = 0.45;
const AUC_MAX = 0.55;

interface Attempt {
  email: string;
  isKnown: boolean;
}

/**
 * Times failed logins of addresses with and without an account, in random order, and prints how well the time
 * distinguishes them: the area under the ROC curve, that is, how often a known address takes longer than an unknown
 * one.
 * @throws {Error} when it distinguishes them, or a login does not fail as expected
 */
export async function timeLogins(stack: AsyncDisposableStack): Promise<void> {
  const { child, baseUrl } = await startAlone(stack);
  const client = new Client(baseUrl, null);
  const addresses = (who: string) => Array.from({ length: ACCOUNTS }, (_, no) => `${who}${no}@bench.example`);
  const [known, unknown] = [addresses('person'), addresses('nobody')];
  await child.ask('addAccounts', { emails: known, password: 'a password of every one of them' });
  for (let no = 0; no < WARM_UP; no += 1) await timeMs(client, `warm${no}@bench.example`);

  const attempts = shuffled([
    ...repeated(known).map((email) => ({ email, isKnown: true })),
    ...repeated(unknown).map((email) => ({ email, isKnown: false })),
  ]);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const { email, isKnown } of attempts) (isKnown ? times.known : times.unknown).push(await timeMs(client, email));

  const auc = aucOf(times.known, times.unknown);
  const rows = Object.entries(times).map(([who, taken]) => [who, String(taken.length), ...quartiles(taken)]);
  process.stdout.write(`\nlogin: failures at ${ACCOUNTS} accounts and ${ACCOUNTS} addresses without one\n`);
  process.stdout.write(table(['', 'attempts', 'p25 ms', 'p50 ms', 'p75 ms'], rows));
  process.stdout.write(
    `  AUC of known against unknown: ${auc.toFixed(3)} (${AUC_MIN} to ${AUC_MAX} reveals nothing)\n`,
  );
  if (auc < AUC_MIN || auc > AUC_MAX)
    throw new Error('the time of a failed login distinguishes accounts from other addresses');
}

async function timeMs(client: Client, email: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await client.post('/api/auth/login', { email, password: 'not this one' });
  const takenMs = performance.now() - startedAt;
  if (status !== 401) throw new Error(`a login that fails answered ${status}`);
  return takenMs;
}

function repeated(emails: string[]): string[] {
  return Array.from({ length: ATTEMPTS }, () => emails).flat();
}

/** The attempts in random order, so that other load on the machine affects both kinds. */
function shuffled(attempts: Attempt[]): Attempt[] {
  const drawn = attempts.map((attempt) => ({ attempt, lot: Math.random() }));
  return drawn.toSorted((one, other) => one.lot - other.lot).map(({ attempt }) => attempt);
}

/** Share of pairs in which the first takes longer; ties count half (Mann and Whitney). */
function aucOf(first: number[], second: number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

function quartiles(times: number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
}
