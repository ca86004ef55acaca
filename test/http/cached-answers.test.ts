import { buildSchema, getNamedType, isLeafType, isObjectType, isRequiredArgument, type GraphQLField } from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHEABLE_FIELDS } from '../../src/app/features.js';
import { catalogueOf, controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { Client } from '../support/client.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const TOKEN = 'a-token-for-whoever-scrapes';
const OPERATIONS = 1_000;
const DEPTH_MAX = 4;

/** Values of arguments, by name; the first of some required ones. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Query.framework name': ['"SOC 2"', '"hipaa"'],
  'Query.control id': [`"${controlId('soc2', 'CC6.1')}"`],
  'Query.controlByCode framework': ['"SOC 2"'],
  'Query.controlByCode code': ['"CC6.1"', '"CC7.2"'],
  'Query.universalControl id': [`"${universalControlId('UCF-IAM-01')}"`],
  'Query.universalControlByCode code': ['"UCF-LOG-01"', '"UCF-IAM-02"'],
  'Query.coverage framework': ['"SOC 2"'],
  'Query.gap from': ['"SOC 2"'],
  'Query.gap to': ['"ISO 27001"', '"HIPAA"'],
  'Query.gap status': ['failed'],
  'Query.controls framework': ['"SOC 2"', '"CMMC"'],
  'Query.controls status': ['failed', 'passed'],
  'Query.controls orderBy': ['status_desc', 'control_id_desc'],
  'Query.controls disputed': ['true'],
  'Query.controls assurance': ['partial'],
  'Query.universalControls domain': ['"IAM"', '"LOG"'],
  'Framework.controls status': ['failed'],
  'UniversalControl.mappings framework': ['"SOC 2"'],
};

/** The same sequence of numbers from 0 to below 1 in every run (mulberry32). */
function sequenceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function coordinatesOf(typeName: string): string[] {
  return [...CACHEABLE_FIELDS.keys()].filter((coordinate) => coordinate.startsWith(`${typeName}.`));
}

function fieldOf(coordinate: string): GraphQLField<unknown, unknown> {
  const [typeName = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`the schema has no ${coordinate}`);
  return field;
}

/** A selection of one field with what is below it: each field of its type, or some of them. */
function selectionOf(coordinate: string, next: () => number, depth: number): string {
  const field = fieldOf(coordinate);
  const given = field.args.flatMap((argument) => {
    const values = ARGUMENTS[`${coordinate} ${argument.name}`];
    if (!values && isRequiredArgument(argument)) throw new Error(`no value for ${coordinate} ${argument.name}`);
    const isGiven = values && (isRequiredArgument(argument) || next() < 0.3 || coordinate === 'Query.controls');
    if (!isGiven || (argument.name !== 'framework' && coordinate === 'Query.controls' && next() < 0.6)) return [];
    return [`${argument.name}: ${values[Math.floor(next() * values.length)] ?? ''}`];
  });
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  const type = getNamedType(field.type);
  if (isLeafType(type)) return `${field.name}${args}`;
  const below = coordinatesOf(type.name).filter((each) => depth > 0 || isLeafType(getNamedType(fieldOf(each).type)));
  const leaves = below.filter((each) => isLeafType(getNamedType(fieldOf(each).type)) && next() < 0.4);
  const objects = below.filter((each) => !isLeafType(getNamedType(fieldOf(each).type)) && next() < 0.3);
  const chosen = [...leaves, ...objects.slice(0, 1)].map((each) => selectionOf(each, next, depth - 1));
  return `${field.name}${args} { __typename ${chosen.join(' ')} }`;
}

/** Operations of cacheable fields alone, one for each field that stands for itself and others at random. */
function operations(count: number): string[] {
  const next = sequenceOf(20_261_124);
  const roots = coordinatesOf('Query');
  return Array.from(
    { length: count },
    (_, no) => `{ ${selectionOf(roots[no % roots.length] ?? '', next, 1 + (no % DEPTH_MAX))} }`,
  );
}

const UPDATE =
  'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { tenantId } } }';

describe('cached answers', () => {
  let service: TestService;
  let integration = '';
  let scraper: Client;
  let fresh = 0;
  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: 1_000_000, metricsToken: TOKEN, metricsPort: 0 } });
    scraper = new Client(service.baseUrl, TOKEN);
    integration = await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  const body = (query: string, variables?: object) => ({ query, ...(variables ? { variables } : {}) });
  const ask = async (client: Client, query: string, variables?: object) =>
    (await client.post('/graphql', body(query, variables))).text;
  /** The newly computed answer: nobody has asked in these words before. */
  const askUncached = (client: Client, query: string, variables?: object) => {
    fresh += 1;
    return ask(client, `${query}\n# ${fresh}`, variables);
  };
  const found = async (): Promise<{ hits: number; misses: number }> => {
    const { text } = await scraper.get('/metrics');
    const valueOf = (name: string) =>
      Number(new RegExp(`crosswalk_cacheable_answers_total\\{found="${name}"\\} (\\d+)`).exec(text)?.[1] ?? NaN);
    return { hits: valueOf('hits'), misses: valueOf('misses') };
  };

  it('are of every field that is declared, each of which the schema has', () => {
    const asked = operations(OPERATIONS).join('\n');
    const never = [...CACHEABLE_FIELDS.keys()].filter((coordinate) => {
      const { name } = fieldOf(coordinate);
      return !new RegExp(`\\b${name}\\b`).test(asked);
    });
    expect(never).toEqual([]);
  });

  it('equal, byte for byte, what is newly computed: 1,000 operations of the declared fields', async () => {
    await runImport(service.a.admin, integration, prowlerReport([fails('trail-1')]));
    const before = await found();
    const wrong: string[] = [];
    for (const query of operations(OPERATIONS)) {
      const first = await ask(service.a.member, query);
      if (!first.startsWith('{"data":')) continue;
      const [cached, computed] = [await ask(service.a.member, query), await askUncached(service.a.member, query)];
      if (cached !== computed) wrong.push(query);
    }
    expect(wrong).toEqual([]);
    expect((await found()).hits - before.hits).toBeGreaterThan(OPERATIONS / 2);
  }, 240_000);

  const SAMPLE = operations(60);
  /** Whatever could change what a cacheable field says. */
  const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
    'a scan that finds otherwise': () =>
      runImport(
        service.a.admin,
        integration,
        prowlerReport([passes('trail-1'), fails('b', 's3_bucket_public_access')]),
      ),
    'an assessment': () =>
      assess(service.a.auditor, universalControlId('UCF-GOV-03'), 'compliant', { details: 'Seen.' }),
    'an assessment that fails': () => assess(service.a.auditor, universalControlId('UCF-IAM-01'), 'non_compliant'),
    'an upload of evidence': () =>
      uploaded(service.a.admin, file('Text.'), { name: 'control_id', content: controlId('soc2', 'CC6.1') }),
    'another rule for assessments over part mappings': () =>
      service.a.admin.data(UPDATE, { input: { settings: { partialAssessments: 'contribute' } } }),
    'a framework that is no longer active': () =>
      service.database.query('update tenants set frameworks = $2 where id = $1', [
        service.a.tenantId,
        ['soc2', 'cmmc', 'hipaa', 'iso27001'],
      ]),
    'HIPAA without its part on privacy': () =>
      service.a.admin.data(UPDATE, { input: { settings: { hipaaPrivacy: false } } }),
    'a disconnected integration': () =>
      service.a.admin.data(
        'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
        { input: { integrationId: integration } },
      ),
  };

  it.each(Object.keys(CHANGES))('are newly computed after %s, for everybody', async (name) => {
    for (const query of SAMPLE) await ask(service.a.member, query);
    await CHANGES[name]?.();
    for (const client of [service.a.member, service.a.admin]) {
      const answers = await Promise.all(SAMPLE.map((query) => ask(client, query)));
      const computed = await Promise.all(SAMPLE.map((query) => askUncached(client, query)));
      expect(answers).toEqual(computed);
    }
  });

  it('are no other organization’s, and nobody’s without access', async () => {
    const query = '{ controls(framework: "SOC 2") { controlId status } }';
    await assess(service.b.auditor, universalControlId('UCF-GOV-01'), 'compliant', { details: 'Seen.' });
    const [a, b] = [await ask(service.a.member, query), await ask(service.b.member, query)];
    expect(a).not.toBe(b);
    expect(b).toBe(await askUncached(service.b.member, query));
    expect((await service.anonymous.post('/graphql', body(query))).status).toBe(401);
  });

  it.each([
    ['what changes without a version', '{ controls(framework: "SOC 2") { controlId history { status } } }'],
    ['the past', '{ controls(framework: "SOC 2", asOf: "2026-01-01T00:00:00Z") { status } }'],
    ['evidence', '{ controls(framework: "SOC 2", hasEvidence: true) { status } }'],
    ['assessments', '{ universalControls(domain: "IAM", statuses: [compliant]) { code } }'],
    ['the caller', '{ me { id } }'],
    ['errors', '{ framework(name: "No such framework") { name } }'],
  ])('are none of %s', async (_, query) => {
    await ask(service.a.member, query);
    const before = await found();
    await ask(service.a.member, query);
    expect((await found()).hits).toBe(before.hits);
  });

  it('distinguish variables, operations of one document, and answers in another media type', async () => {
    const document = `query A($f: String!) { framework(name: $f) { name } } query B($f: String!) { framework(name: $f) { slug } }`;
    const post = async (operationName: string, f: string, accept = 'application/json') =>
      service.a.member.post('/graphql', { query: document, operationName, variables: { f } }, { accept });
    for (let time = 0; time < 2; time += 1) {
      expect((await post('A', 'SOC 2')).text).toBe('{"data":{"framework":{"name":"SOC 2"}}}\n');
      expect((await post('B', 'SOC 2')).text).toBe('{"data":{"framework":{"slug":"soc2"}}}\n');
      expect((await post('A', 'HIPAA')).text).toBe('{"data":{"framework":{"name":"HIPAA"}}}\n');
      const other = await post('A', 'SOC 2', 'application/graphql-response+json');
      expect(other.headers.get('content-type')).toContain('application/graphql-response+json');
    }
  });

  it('have the headers of the answer that they repeat, over REST too', async () => {
    const path = `/api/compliance/frameworks/${frameworkId('soc2')}/controls?sort=control_id`;
    const shown = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit|x-ratelimit)/.test(name));
    for (const get of [
      () => service.a.member.get(path),
      () => service.a.member.post('/graphql', body('{ frameworks { slug } }')),
    ]) {
      const first = await get();
      const before = await found();
      const second = await get();
      expect((await found()).hits).toBe(before.hits + 1);
      expect(shown(second)).toEqual(shown(first));
      expect(second.text.replace(/"request_id":"[^"]+"/, '')).toBe(first.text.replace(/"request_id":"[^"]+"/, ''));
    }
  });

  it('cost what the answer cost that they repeat', async () => {
    const costOf = async () => {
      const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
      const before = remaining(await service.b.member.get('/api/compliance/frameworks'));
      return before - remaining(await service.b.member.get('/api/compliance/controls'));
    };
    const first = await costOf();
    expect(catalogueOf().controls.length).toBeGreaterThan(1_000);
    expect(first).toBeGreaterThan(10);
    expect(await costOf()).toBe(first);
  });
});
