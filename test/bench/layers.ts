import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, CASES, type Case } from './cases.js';
import { LAYERS, microsecondsByLayer, OTHER, type CpuProfile } from './layer-shares.js';
import { load, type Target } from './measure.js';
import type { Bench } from './setup.js';
import { table } from './table.js';

const WARM_UP_SECONDS = 5;
const SECONDS = 8;
const CONNECTIONS = 10;

/** The smallest question of the graph, whose cost is what every request costs. */
const NOTHING: Case = {
  name: 'graph, __typename',
  part: 'graphql',
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query: '{ __typename }' }),
  itemsMin: 0,
  itemsOf: () => [],
};

/**
 * Prints where the processor time of small requests goes, by layer. The profiler counts by the clock, which other processes move too:
 * its shares are applied to the processor time of the same requests, measured without it.
 */
export async function divideByLayers({ service, admin, directory }: Bench): Promise<void> {
  const frameworks = CASES.find(({ name }) => name === 'frameworks');
  if (!frameworks) throw new Error('the case is not there any more');
  const tag = (await ask(frameworks, admin)).headers.get('etag') ?? '';
  const asked: [string, Case, Target][] = [
    ['REST, 304', frameworks, { ...service, who: 'conditional', ifNoneMatch: tag }],
    ['REST, cached', frameworks, service],
    ['graph, __typename', NOTHING, service],
  ];
  const columns: Map<string, number>[] = [];
  for (const [, one, target] of asked) columns.push(await measured(one, target, directory));
  const names = [...LAYERS.map(({ name }) => name), OTHER, ALL];
  const rows = names.map((name) => [name, ...columns.map((column) => (column.get(name) ?? 0).toFixed(0))]);
  process.stdout.write(table(['µs of CPU a request', ...asked.map(([name]) => name)], rows));
}

const ALL = 'all';

async function measured(one: Case, target: Target, directory: string): Promise<Map<string, number>> {
  const options = { connections: CONNECTIONS, seconds: SECONDS };
  await load(one, target, { ...options, seconds: WARM_UP_SECONDS });
  const before = await target.child.usage();
  const { requests } = await load(one, target, options);
  const microseconds = (((await target.child.usage()).cpuMs - before.cpuMs) * 1_000) / requests;
  const file = join(directory, 'layers.cpuprofile');
  await target.child.ask('startProfile');
  await load(one, target, options);
  await target.child.ask('stopProfile', file);
  const shares = microsecondsByLayer(JSON.parse(await readFile(file, 'utf8')) as CpuProfile);
  const all = [...shares.values()].reduce((sum, each) => sum + each, 0);
  return new Map([
    ...[...shares].map(([name, part]) => [name, (part / all) * microseconds] as const),
    [ALL, microseconds],
  ]);
}
