import { isDeepStrictEqual } from 'node:util';
import { frameworkUuid } from '../../src/modules/catalogue/catalogue-ids.js';
import type { Answer, Client } from '../support/client.js';
import { JSON_IN_SQL } from './raw-peer.js';
import { acrossFrameworks, allControls, type PostgraphileQuestion } from './postgraphile.js';

/** A request to the service, and the same to the raw peer. */
export interface Case {
  name: string;
  part: 'graphql' | 'rest';
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Lower limit of items in a response; fewer would be another case. */
  itemsMin: number;
  itemsOf: (body: never) => unknown[];
  /** The same question to PostGraphile. @default it is not asked */
  postgraphile?: PostgraphileQuestion;
  /** Wanted rate, in times of the faster raw peer. @default none is wanted */
  timesRawMin?: number;
}

const CROSS_FRAMEWORK = `query ($framework: String!, $status: ControlStatus) {
  framework(name: $framework) {
    name
    controls(status: $status) {
      controlId title status
      mappings {
        relationship
        universalControl {
          code title
          mappings { relationship control { controlId title status framework { name } } }
        }
      }
    }
  }
}`;

const CONTROLS = `query ($framework: String!) { framework(name: $framework) { controls { controlId title status } } }`;

/** Cases of the benchmark, on what the demo's first scan and some assessments leave. The service has cached their answers after the first. */
export const CASES: Case[] = [
  {
    name: 'cross-framework query of six controls',
    part: 'graphql',
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: CROSS_FRAMEWORK, variables: { framework: 'SOC 2', status: 'passed' } }),
    itemsMin: 4,
    itemsOf: ({ data }: { data: { framework: { controls: unknown[] } } }) => data.framework.controls,
    postgraphile: acrossFrameworks('SOC 2', 'passed'),
    timesRawMin: 2,
  },
  {
    name: 'cross-framework query of 28 controls',
    part: 'graphql',
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: CROSS_FRAMEWORK, variables: { framework: 'SOC 2', status: 'failed' } }),
    itemsMin: 25,
    itemsOf: ({ data }: { data: { framework: { controls: unknown[] } } }) => data.framework.controls,
    postgraphile: acrossFrameworks('SOC 2', 'failed'),
    timesRawMin: 3.5,
  },
  {
    name: 'cross-framework query of 61 controls',
    part: 'graphql',
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: CROSS_FRAMEWORK, variables: { framework: 'SOC 2', status: null } }),
    itemsMin: 61,
    itemsOf: ({ data }: { data: { framework: { controls: unknown[] } } }) => data.framework.controls,
    postgraphile: acrossFrameworks('SOC 2', null),
    timesRawMin: 5,
  },
  {
    name: 'controls of PCI DSS by the graph',
    part: 'graphql',
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: CONTROLS, variables: { framework: 'PCI DSS' } }),
    itemsMin: 280,
    itemsOf: ({ data }: { data: { framework: { controls: unknown[] } } }) => data.framework.controls,
    postgraphile: allControls('PCI DSS'),
    timesRawMin: 2,
  },
  {
    name: 'controls of PCI DSS',
    part: 'rest',
    method: 'GET',
    path: `/api/compliance/frameworks/${frameworkUuid('pci-dss')}/controls`,
    itemsMin: 280,
    itemsOf: ({ data }: { data: unknown[] }) => data,
    timesRawMin: 3.5,
  },
  {
    name: 'frameworks',
    part: 'rest',
    method: 'GET',
    path: '/api/compliance/frameworks',
    itemsMin: 7,
    itemsOf: ({ data }: { data: unknown[] }) => data,
  },
];

/**
 * Sends a case to PostGraphile once.
 * @throws {Error} when it says something else than the service
 */
export async function compareWithPostgraphile(one: Case, service: Client, postgraphile: Client): Promise<void> {
  if (!one.postgraphile) return;
  const { body: ours } = await ask(one, service);
  const { body: theirs } = await ask({ ...one, path: '/graphql', body: one.postgraphile.body }, postgraphile);
  const { data } = theirs as { data: never };
  if (!isDeepStrictEqual(one.postgraphile.inOurShape(data), (ours as { data: unknown }).data))
    throw new Error(`${one.name}: the service and PostGraphile answer different data`);
}

/**
 * Sends a case to the service, and to the raw peer in both of its ways, once.
 * @returns the length of the response in bytes
 * @throws {Error} when the responses differ by more than the request id, or are too small for this case
 */
export async function compareAnswers(one: Case, service: Client, raw: Client): Promise<number> {
  const inSql = { ...one, path: JSON_IN_SQL + one.path };
  const answers = await Promise.all([ask(one, service), ask(one, raw), ask(inSql, raw)]);
  const [ours, ...theirs] = answers.map(({ body }) => withoutRequestId(body));
  if (!theirs.every((each) => isDeepStrictEqual(ours, each)))
    throw new Error(`${one.name}: the service and the raw peer answer different data`);
  const items = one.itemsOf(ours as never).length;
  if (items < one.itemsMin) throw new Error(`${one.name}: ${items} items, not ${one.itemsMin}`);
  return Buffer.byteLength(answers[0].text);
}

/** Sends one request. @throws {Error} for a response other than 2xx */
export async function ask({ method, path, body }: Case, client: Client): Promise<Answer> {
  const answer = await (method === 'GET' ? client.get(path) : client.post(path, body));
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}

function withoutRequestId(body: unknown): unknown {
  const { meta, ...rest } = body as { meta?: object };
  return meta === undefined ? rest : { ...rest, meta: { ...meta, request_id: null } };
}
