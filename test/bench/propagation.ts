import autocannon, { type Request } from 'autocannon';
import { Child } from './child.js';
import type { Bench } from './setup.js';
import { table } from './table.js';
import { UOW_TABLES } from './uow-entities.js';

const TENANTS = 50;
const CONNECTIONS = 10;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
/** Lower limit of the rate, as a multiple of that of the unit of work. */
const TIMES_UNIT_OF_WORK_MIN = 8;

interface Contender {
  who: string;
  baseUrl: string;
  requests: Request[];
}

/** Assessments of universal controls in 50 organizations with all frameworks: one statement against a unit of work. */
export async function propagate(bench: Bench, stack: AsyncDisposableStack): Promise<void> {
  const tenants = await bench.service.child.ask<{ tenantId: string; token: string }[]>('addTenants', TENANTS);
  await bench.database.query(
    `insert into raw.control_statuses select t.id, c.id, 'not_assessed', null, false from tenants t, raw.controls c
     on conflict do nothing`,
  );
  await bench.database.query(UOW_TABLES);
  await bench.database.query('vacuum analyze');
  const peer = stack.use(Child.run(new URL('./uow.child.js', import.meta.url)));
  const uowUrl = await peer.ask<string>('start', bench.databaseUrl);
  const judgements = await judgementsOf(bench);
  const contenders: Contender[] = [
    {
      who: 'service',
      baseUrl: bench.service.baseUrl,
      requests: tenants.flatMap(({ token }) =>
        judgements.map(({ id, status }) =>
          request('/api/ucf/assessments', { universal_control_id: id, status }, { authorization: `Bearer ${token}` }),
        ),
      ),
    },
    {
      who: 'unit of work',
      baseUrl: uowUrl,
      requests: tenants.flatMap(({ tenantId }) =>
        judgements.map(({ id, status }) => request('/', { tenantId, universalControlId: id, status })),
      ),
    },
  ];
  print(
    contenders.map(({ who }) => who),
    await compete(contenders),
  );
}

/**
 * The universal control that reaches most controls, and a medium one, each assessed alternately, so that every request
 * is a change.
 */
async function judgementsOf({ admin }: Bench): Promise<{ id: string; status: string }[]> {
  const { universalControls } = await admin.data<{ universalControls: { id: string; mappings: object[] }[] }>(
    '{ universalControls { id mappings { id } } }',
  );
  const byReach = universalControls.toSorted((one, other) => other.mappings.length - one.mappings.length);
  const ids = [byReach[0]?.id ?? '', byReach[Math.floor(byReach.length / 2)]?.id ?? ''];
  return ['compliant', 'non_compliant'].flatMap((status) => ids.map((id) => ({ id, status })));
}

function request(path: string, body: object, headers: Record<string, string> = {}): Request {
  const json = { 'content-type': 'application/json', ...headers };
  return { method: 'POST', path, headers: json, body: JSON.stringify(body) };
}

/**
 * Rounds in turn, so that other load on the machine affects all contenders.
 * @returns the rates of each, round by round
 */
async function compete(contenders: Contender[]): Promise<number[][]> {
  const rates = contenders.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const rate = await load(contender);
      if (round >= 0) rates[index]?.push(rate);
    }
  }
  return rates;
}

async function load({ who, baseUrl, requests }: Contender): Promise<number> {
  let clients = 0;
  const result = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    // Each connection begins with another organization: they meet no more often than callers would.
    setupClient: (client) => {
      const from = Math.floor((clients * requests.length) / CONNECTIONS);
      clients += 1;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0 || result['2xx'] === 0) throw new Error(`${failures} assessments by the ${who} failed`);
  return result['2xx'] / result.duration;
}

function print(names: string[], rates: number[][]): void {
  const medians = rates.map((each) => each.toSorted((one, other) => one - other)[Math.floor(each.length / 2)] ?? NaN);
  const [service = NaN, unitOfWork = NaN] = medians;
  const rows = names.map((name, index) => [name, (medians[index] ?? NaN).toFixed(0)]);
  process.stdout.write(
    `\npropagation: ${TENANTS} organizations, all frameworks, ${CONNECTIONS} connections, over HTTP\n` +
      table(['', 'assessments/s'], rows) +
      `  ${(service / unitOfWork).toFixed(1)} × the unit of work (at least ${TIMES_UNIT_OF_WORK_MIN}: ` +
      `${service >= TIMES_UNIT_OF_WORK_MIN * unitOfWork ? 'yes' : 'no'})\n`,
  );
}
