/** A function of a profile, where it is. */
interface Frame {
  functionName: string;
  /** Of its file; empty for what V8 and Node do outside of JavaScript. */
  url: string;
}

/** Profile of the CPU as V8 writes it. Source: Chrome DevTools Protocol, type Profiler.Profile. */
export interface CpuProfile {
  nodes: readonly { id: number; callFrame: Frame }[];
  samples?: readonly number[];
  /** Time before each sample. Microseconds. */
  timeDeltas?: readonly number[];
}

const IDLE = ['(idle)', '(program)'];
/** What the profiler itself does. */
const PROFILER = 'node:inspector';
/** What belongs to no layer. */
export const OTHER = 'other libraries';

const ofPackages = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`);

/** Layers of a request, each by the files of its functions; the first that matches counts. */
export const LAYERS: readonly { name: string; matches: (frame: Frame) => boolean }[] = [
  { name: 'memory (garbage collection)', matches: ({ functionName }) => functionName === '(garbage collector)' },
  {
    name: 'kernel (writing to sockets)',
    matches: ({ functionName, url }) => url === '' && functionName.startsWith('write'),
  },
  { name: 'Node (HTTP, sockets, promises, hashes)', matches: ({ url }) => url === '' || url.startsWith('node:') },
  {
    name: 'PostgreSQL client',
    matches: ({ url }) => ofPackages('pg', 'pg-.*?', 'postgres-.*?', 'kysely', '@mikro-orm/.*?').test(url),
  },
  {
    name: 'Koa and its middleware',
    matches: ({ url }) =>
      ofPackages(
        'koa',
        'koa-.*?',
        '@koa/.*?',
        '@as-integrations/.*?',
        'delegates',
        'find-my-way',
        'negotiator',
        'mime-.*?',
        'vary',
      ).test(url),
  },
  { name: 'GraphQL', matches: ({ url }) => ofPackages('graphql', 'graphql-.*?', '@apollo/.*?').test(url) },
  {
    name: 'metrics, logs, traces',
    matches: ({ url }) =>
      ofPackages('prom-client', 'pino', '@pinojs/.*?', '@opentelemetry/.*?').test(url) ||
      /\/src\/platform\/(metrics|telemetry|log)/.test(url),
  },
  { name: 'ours: database', matches: ({ url }) => url.includes('/src/platform/database/') },
  { name: 'ours: HTTP', matches: ({ url }) => url.includes('/src/http/') },
  { name: 'ours: the rest', matches: ({ url }) => url.includes('/src/') },
];

function layerOf(frame: Frame): string {
  return LAYERS.find(({ matches }) => matches(frame))?.name ?? OTHER;
}

/** Time of a profile by layer, without what is no request. Microseconds. */
export function microsecondsByLayer({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Map<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const layers = new Map<string, number>();
  for (const [no, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || IDLE.includes(frame.functionName) || frame.url === PROFILER) continue;
    const layer = layerOf(frame);
    layers.set(layer, (layers.get(layer) ?? 0) + (timeDeltas[no] ?? 0));
  }
  return layers;
}
