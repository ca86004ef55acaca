import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { CASES, type Case } from './cases.js';
import { postgresCpuMs } from './postgres-cpu.js';
import type { Bench } from './setup.js';
import { table, toMegabytes } from './table.js';

/** Organizations of the installation. A hundred are added in each call, so that its progress is seen. */
const TENANTS = 1_000;
const TENANTS_A_CALL = 100;
const IDLE_SECONDS = 60;
const CONNECTIONS = 10;
const SECONDS = 15;
/** Organizations that ask, one after the other. */
const ASKING = [1, 50, TENANTS];
/** Organizations that scan the demonstration account, for what one scan costs. */
const SCANNING = 20;
const ASKED = ['controls of PCI DSS', 'cross-framework query of 61 controls', 'cross-framework query of six controls'];

interface AddedTenant {
  tenantId: string;
  token: string;
}

/**
 * An installation with 1,000 organizations: what they cost while nothing happens, what requests cost when organizations ask in
 * turn, with the share that is answered from the cache of one process, and what a scan costs and stores.
 */
export async function hostManyTenants(bench: Bench): Promise<void> {
  const empty = await sizesOf(bench);
  const tenants: AddedTenant[] = [];
  while (tenants.length < TENANTS)
    tenants.push(...(await bench.service.child.ask<AddedTenant[]>('addTenants', TENANTS_A_CALL)));
  await bench.database.query('vacuum analyze');
  const full = await sizesOf(bench);
  print(`\n${TENANTS} organizations, none of which has scanned\n`);
  print(`  database: ${kilobytes((full.databaseBytes - empty.databaseBytes) / TENANTS)} kB an organization\n`);
  print(`  RSS of the service: ${toMegabytes(empty.rssBytes)} MB before, ${toMegabytes(full.rssBytes)} MB with them\n`);
  await printIdle(bench);
  for (const name of ASKED) {
    const one = CASES.find((each) => each.name === name);
    if (one) await printAsking(one, bench, tenants);
  }
  await printScans(bench, tenants.slice(0, SCANNING));
}

async function sizesOf({ database, service }: Bench): Promise<{ databaseBytes: number; rssBytes: number }> {
  const { rows } = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return { databaseBytes: Number(rows[0]?.bytes), rssBytes: (await service.child.usage()).rssBytes };
}

/** CPU of the service and of PostgreSQL while nobody asks anything: sweeps and jobs of all organizations. */
async function printIdle(bench: Bench): Promise<void> {
  const { ours, postgres } = await spentIn(bench, () => sleep(IDLE_SECONDS * 1_000));
  const percent = (ms: number) => ((ms / 1_000 / IDLE_SECONDS) * 100).toFixed(1);
  print(`  idle for ${IDLE_SECONDS} s: service ${percent(ours)} %, PostgreSQL ${percent(postgres)} % of a core\n`);
}

async function printAsking(one: Case, bench: Bench, tenants: readonly AddedTenant[]): Promise<void> {
  const rows: string[][] = [];
  for (const count of ASKING) rows.push(await askInTurn(one, bench, tenants.slice(0, count)));
  const head = ['organizations', 'req/s', 'CPU ms', 'PostgreSQL ms', 'cached, %', 'RSS MB'];
  print(`\n${one.name}: ${one.method} ${one.path}\n${table(head, rows)}`);
}

async function askInTurn({ method, path, body }: Case, bench: Bench, tenants: readonly AddedTenant[]) {
  const { service } = bench;
  let turn = 0;
  const nextToken = () => tenants[(turn += 1) % tenants.length]?.token ?? '';
  const ask = (seconds: number) =>
    autocannon({
      url: service.baseUrl + path,
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      requests: [
        {
          setupRequest: (each) => ({ ...each, headers: { ...each.headers, authorization: `Bearer ${nextToken()}` } }),
        },
      ],
      connections: CONNECTIONS,
      duration: seconds,
    });
  await ask(SECONDS);
  const before = await service.child.ask<{ hits: number; misses: number }>('answers');
  let requests = 0;
  const { ours, postgres } = await spentIn(bench, async () => {
    const result = await ask(SECONDS);
    if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`${path} failed for some organizations`);
    requests = result['2xx'];
  });
  const after = await service.child.ask<{ hits: number; misses: number }>('answers');
  const [hits, misses] = [after.hits - before.hits, after.misses - before.misses];
  return [
    String(tenants.length),
    (requests / SECONDS).toFixed(0),
    (ours / requests).toFixed(2),
    (postgres / requests).toFixed(2),
    ((hits / (hits + misses)) * 100).toFixed(0),
    toMegabytes((await service.child.usage()).rssBytes),
  ];
}

/** The first scan of the demonstration account in some organizations, one after the other, and a second one that changes nothing. */
async function printScans(bench: Bench, tenants: readonly AddedTenant[]): Promise<void> {
  const clients = tenants.map(({ token }) => new Client(bench.service.baseUrl, token, false));
  for (const client of clients) await connect(client, 'demo');
  const rows: string[][] = [];
  for (const name of ['first', 'second']) {
    const before = await sizesOf(bench);
    const { ours, postgres } = await spentIn(bench, async () => {
      for (const client of clients) await runScan(client);
    });
    const { databaseBytes } = await sizesOf(bench);
    rows.push([
      name,
      (ours / clients.length / 1_000).toFixed(2),
      (postgres / clients.length / 1_000).toFixed(2),
      kilobytes((databaseBytes - before.databaseBytes) / clients.length),
    ]);
  }
  const head = ['scan', 'CPU s', 'PostgreSQL s', 'database kB'];
  print(`\nscan of the demonstration account, ${clients.length} organizations\n${table(head, rows)}`);
}

/** CPU that the service and PostgreSQL spend while `work` runs. Milliseconds. */
async function spentIn(
  { service, postmasterPid }: Bench,
  work: () => Promise<unknown>,
): Promise<{ ours: number; postgres: number }> {
  const [ours, postgres] = [(await service.child.usage()).cpuMs, await postgresCpuMs(postmasterPid)];
  await work();
  return {
    ours: (await service.child.usage()).cpuMs - ours,
    postgres: (await postgresCpuMs(postmasterPid)) - postgres,
  };
}

function kilobytes(bytes: number): string {
  return (bytes / 1_024).toFixed(0);
}

function print(text: string): void {
  process.stdout.write(text);
}
