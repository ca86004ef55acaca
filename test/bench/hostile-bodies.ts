import { gzipSync } from 'node:zlib';

/** A request whose body is costly to read, whatever it asks for. */
export interface HostileBody {
  path: string;
  body: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const emptyObjects = (count: number) => `[${Array.from({ length: count }, () => '{}').join(',')}]`;
const ignored = (values: number) => `{"query":"{ me { id } }","variables":{"ignored":${emptyObjects(values)}}}`;
const list = (items: number) =>
  `{"query":"query ($list: [String!]) { controls(frameworks: $list) { id } }","variables":{"list":${emptyObjects(items)}}}`;
const unknown = (members: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, no) => [no.toString(36).padStart(3, '_'), 0])));
/** A text without an end, of escaped quotation marks. */
const open = (marks: number) => `{"query":"${'\\"'.repeat(marks)}`;
const zipped = (text: string): Omit<HostileBody, 'path'> => ({
  body: new Uint8Array(gzipSync(text)),
  headers: { 'content-encoding': 'gzip' },
});

/** Of strangers: 63 kB of nothing but brackets, the same as some hundred bytes, members that no input has, a text without an end, and a long query string. */
export const OF_STRANGERS: readonly HostileBody[] = [
  { path: '/graphql', body: bytes(ignored(21_000)) },
  { path: '/graphql', ...zipped(ignored(21_000)) },
  { path: '/api/auth/login', body: bytes(unknown(7_800)) },
  { path: '/graphql', body: bytes(open(31_900)) },
  { path: `/api/auth/login?${'a&'.repeat(7_500)}`, body: bytes('{}') },
];

/** Of members: a megabyte of them, and lists of which every item is wrong. */
export const OF_MEMBERS: readonly HostileBody[] = [
  { path: '/graphql', body: bytes(ignored(300_000)) },
  { path: '/graphql', ...zipped(ignored(300_000)) },
  { path: '/graphql', body: bytes(list(60_000)) },
  { path: '/graphql', ...zipped(list(300_000)) },
  { path: '/graphql', body: bytes(open(490_000)) },
  { path: '/api/scans/trigger', body: bytes(`{"integration_types":${emptyObjects(60_000)}}`) },
];
