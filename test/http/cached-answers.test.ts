import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHEABLE_FIELDS } from '../../src/app/features.js';
import { catalogueOf, controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { Client } from '../support/client.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { fieldsAskedBy, operationsOfTypes, randomOperations } from './cacheable-operations.js';

const TOKEN = 'a-token-for-whoever-scrapes';
const OPERATIONS = 1_000;
/** What is asked before and after each change: every declared field, and compositions of them. */
const SAMPLE = [...operationsOfTypes(), ...randomOperations(60)];
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

  it.each([
    ['1,000 operations', () => randomOperations(OPERATIONS)],
    ['the sample', () => SAMPLE],
  ])('are of every field that is declared, by its type and name: %s', (_what, asked) => {
    const found = fieldsAskedBy(asked());
    expect([...CACHEABLE_FIELDS.keys()].filter((coordinate) => !found.has(coordinate))).toEqual([]);
  });

  it('equal, byte for byte, what is newly computed: 1,000 operations of the declared fields', async () => {
    await runImport(service.a.admin, integration, prowlerReport([fails('trail-1')]));
    const before = await found();
    const wrong: string[] = [];
    for (const query of randomOperations(OPERATIONS)) {
      const first = await ask(service.a.member, query);
      if (!first.startsWith('{"data":')) continue;
      const [cached, computed] = [await ask(service.a.member, query), await askUncached(service.a.member, query)];
      if (cached !== computed) wrong.push(query);
    }
    expect(wrong).toEqual([]);
    expect((await found()).hits - before.hits).toBeGreaterThan(OPERATIONS / 2);
  }, 240_000);

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
    for (const query of SAMPLE) expect(await ask(service.a.member, query)).toMatch(/^\{"data":/);
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
