import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { COMMANDS } from '../../src/cli/commands.js';
import { ANONYMOUS_LIMITS, GRAPHQL_LIMITS } from '../../src/graphql/limits.js';
import { ROLES } from '../../src/access/roles.js';
import { ACCESS, COSTLY_FIELDS } from '../../src/app/features.js';
import { countTestability, testableElements } from '../../src/modules/catalogue/testability.rules.js';
import { countPassableInFull } from '../../src/modules/posture/assurance.rules.js';
import { TIERS } from '../../src/modules/organizations/tiers.js';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import { byteText } from '../../src/modules/storage/byte-text.rules.js';
import { STATUS_OF } from '../../src/platform/errors.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { deprecationsOf } from '../contract/announced.js';
import { asvsBlocks, asvsChapters } from './asvs.js';
import { PASSED_BY_ONE_CHECK_BEFORE } from '../../src/dashboard/app/pages/controls/first-version.rules.js';
import { table } from './marked-blocks.js';

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: { $ref?: string; name?: string; description?: string }[];
}

interface EventPost {
  summary: string;
  requestBody: { content: { 'application/json': { schema: { properties: { data: { properties: object } } } } } };
}

/** The parts of schema/openapi.json that the tables need; another test compares it with the code. */
interface Document {
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>;
  webhooks: Record<string, { post: EventPost }>;
  components: { schemas: { Error: { properties: { code: { description: string } } } } };
}

interface Path {
  /** `GET /api/scans`. */
  name: string;
  /** Name in the access table: `Query.scans`. Undefined for paths without an operation. */
  access: string | undefined;
  operation: Operation;
}

const code = (text: string | number) => `\`${text}\``;
const number = (value: number) => value.toLocaleString('en-US');

/** Contents of all generated blocks of the documents, by name. */
export function generatedBlocks(): Record<string, string> {
  const document = JSON.parse(readFileSync(join(SOURCE_ROOT, '../schema/openapi.json'), 'utf8')) as Document;
  const paths = pathsOf(document);
  const catalogue = catalogueOf();
  const { frameworks } = catalogue;
  return {
    decisions: decisions(),
    commands: table(
      ['command', 'options'],
      COMMANDS.map(({ name, options }) => [code(name), options === '' ? '' : code(options.replaceAll('|', '\\|'))]),
    ),
    'error-codes': errorCodes(document),
    'access-queries': accessTable(paths, (kind) => kind === 'Query'),
    'access-changes': accessTable(paths, (kind) => kind !== 'Query'),
    'rest-paths': restPaths(paths),
    'idempotent-paths': pathsWith('IdempotencyKey', paths),
    deprecated: deprecated(paths),
    'if-match-paths': pathsWith('IfMatch', paths),
    lists: listLimits(paths),
    events: events(document),
    'graphql-limits': graphqlLimits(),
    tiers: tiers(new Map(frameworks.map(({ slug, name }) => [slug, name]))),
    frameworks: table(
      ['name', 'slug', 'version', 'controls'],
      frameworks.map(({ name, slug, version, controls }) => [name, code(slug), version, number(controls.length)]),
      ['---', '---', '---', '---:'],
    ),
    testability: testability(catalogue),
    'equal-mappings': equalMappings(catalogue),
    checks: number(catalogue.checks.length),
    controls: number(catalogue.controls.length),
    'controls-max': number(Math.max(...frameworks.map(({ controls }) => controls.length))),
    'universal-controls': number(catalogue.universalControls.length),
    domains: number(catalogue.domains.length),
    ...asvsBlocks(asvsChapters()),
  };
}

function equalMappings({ controls }: Catalogue): string {
  const equal = controls.flatMap(({ framework, controlId, mappings }) =>
    mappings
      .filter(({ relationship }) => relationship === 'equal')
      .map(({ universalControl: { code: universal }, rationale }) => [
        `${framework.name} ${controlId}`,
        universal,
        rationale,
      ]),
  );
  return table(['control', 'universal control', 'why they ask for the same'], equal);
}

function testability(catalogue: Catalogue): string {
  const elements = testableElements(catalogue);
  const sum = Object.values(PASSED_BY_ONE_CHECK_BEFORE).reduce((total, each) => total + each, 0);
  const counts = [...catalogue.frameworks, { name: 'all', slug: 'all', controls: catalogue.controls }].map(
    (framework) => {
      const { full, part, none, supported } = countTestability(framework, elements);
      const inFull = countPassableInFull(framework.controls);
      const before = PASSED_BY_ONE_CHECK_BEFORE[framework.slug] ?? sum;
      return [framework.name, ...[framework.controls.length, full, part, none, supported, inFull, before].map(number)];
    },
  );
  return table(
    [
      'framework',
      'controls',
      'tests pass or fail',
      'tests fail, people pass',
      'people alone',
      'of these with evidence by checks',
      'can pass in full',
      'first version: one passing check passes',
    ],
    counts,
    ['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:'],
  );
}

function decisions(): string {
  const folder = join(SOURCE_ROOT, '../docs/adr');
  const records = globSync('[0-9]*.md', { cwd: folder }).toSorted();
  return table(
    ['record', 'decision'],
    records.map((file) => {
      const [, no = '', title = ''] = /^# (\d{4}):? (.+)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return [`[${no}](${file})`, title];
    }),
  );
}

function pathsOf({ paths }: Document): Path[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const kinds = method === 'get' ? ['Query'] : ['Upload', 'Mutation'];
      const access = kinds
        .map((kind) => `${kind}.${operation.operationId}`)
        .find((name) => ACCESS.operations.includes(name));
      return { name: `${method.toUpperCase()} ${path}`, access, operation };
    }),
  );
}

function errorCodes({ components }: Document): string {
  const { description } = components.schemas.Error.properties.code;
  const when = new Map(
    [...description.matchAll(/^- `(\w+)` \(\d+\): (.*)$/gm)].map(([, name = '', sentence = '']) => [name, sentence]),
  );
  return table(
    ['code', 'status', 'when'],
    Object.entries(STATUS_OF).map(([name, status]) => [code(name), String(status), when.get(name) ?? '']),
  );
}

function accessTable(paths: readonly Path[], isShown: (kind: string) => boolean): string {
  const byKind = Map.groupBy(ACCESS.operations, (operation) => operation.split('.')[0] ?? '');
  const shown = [...byKind].flatMap(([kind, operations]) => (isShown(kind) ? operations : []));
  const rows = shown.map((operation) => {
    const { roles, scope, stepUp } = ACCESS.rowOf(operation);
    const rest = paths.filter(({ access }) => access === operation).map(({ name }) => code(name));
    const cells =
      roles === 'public'
        ? ['no token', '', '', '', '']
        : [
            ...ROLES.map((role) => (roles.includes(role) ? '●' : '')),
            scope === null || scope === 'interactive' ? '' : code(scope),
            stepUp ? '●' : '',
          ];
    return [code(operation), ...cells, rest.join('<br>')];
  });
  const centered = [...ROLES, 'API key', 'step-up'];
  return table(['operation', ...centered, 'REST'], rows, ['---', ...centered.map(() => ':-:'), '---']);
}

function restPaths(paths: readonly Path[]): string {
  const rows = paths.map(({ name, access, operation }) => [
    code(name),
    access === undefined ? '' : code(access),
    operation.summary,
  ]);
  return table(['path', 'operation', 'what'], rows);
}

/** What is announced to go, of REST and of the graph. */
function deprecated(paths: readonly Path[]): string {
  const schema = buildSchema(readFileSync(join(SOURCE_ROOT, '../schema/schema.graphql'), 'utf8'));
  const rows = [
    ...paths.flatMap(({ name, operation }) =>
      operation.deprecated ? [[code(name), operation.description ?? '']] : [],
    ),
    ...deprecationsOf(schema).map(({ name, reason }) => [code(name), reason]),
  ];
  return rows.length === 0 ? 'Nothing.' : table(['what', 'announcement'], rows);
}

/** The paths that take a shared parameter of the document. */
function pathsWith(parameter: string, paths: readonly Path[]): string {
  const takesIt = ({ operation }: Path) => operation.parameters?.some(({ $ref }) => $ref?.endsWith(`/${parameter}`));
  return table(
    ['path', 'what'],
    paths.filter(takesIt).map(({ name, operation }) => [code(name), operation.summary]),
  );
}

function listLimits(paths: readonly Path[]): string {
  const rows = paths.flatMap(({ name, operation }) => {
    const limit = operation.parameters?.find((parameter) => parameter.name === 'limit');
    if (!limit) return [];
    return [[code(name), limit.description?.includes('whole list') ? 'the whole list, streamed' : 'a page of 20']];
  });
  return table(['list', 'without `limit`'], [...rows, ['all others', 'the whole list; they take no `limit`']]);
}

function events({ webhooks }: Document): string {
  const rows = Object.entries(webhooks).map(([event, { post }]) => {
    const { data } = post.requestBody.content['application/json'].schema.properties;
    return [code(event), post.summary, Object.keys(data.properties).map(code).join(', ')];
  });
  return table(['event', 'when', 'data'], rows);
}

const LIMIT_NAMES: Readonly<Record<keyof typeof GRAPHQL_LIMITS, string>> = {
  characters: 'characters',
  tokens: 'tokens',
  depth: 'depth',
  aliases: 'aliases',
  aliasCharacters: 'characters of an alias',
  rootFields: 'root fields',
  selections: 'selections, with repetitions',
  comparisons: 'comparisons of equal fields',
  answerFields: 'fields in the answer, estimated before execution',
};

function graphqlLimits(): string {
  const names = Object.keys(LIMIT_NAMES) as (keyof typeof GRAPHQL_LIMITS)[];
  const once = `together, of ${[...COSTLY_FIELDS.keys()].map((field) => code(field.split('.')[1] ?? '')).join(', ')}`;
  const rows = names.map((name) => [LIMIT_NAMES[name], number(GRAPHQL_LIMITS[name]), number(ANONYMOUS_LIMITS[name])]);
  return table(['what', 'at most', 'without a valid token'], [...rows, [once, '1', '1']], ['---', '---:', '---:']);
}

function tiers(nameOf: ReadonlyMap<string, string>): string {
  return table(
    ['tier', 'users', 'frameworks it has', 'active at once', 'stored files', 'at most'],
    Object.entries(TIERS).map(([tier, { usersMax, frameworks, frameworksMax, storedBytesMax, storedFilesMax }]) => {
      const names = frameworks.length === nameOf.size ? 'all' : frameworks.map((slug) => nameOf.get(slug)).join(', ');
      const stored = [number(storedFilesMax), byteText(storedBytesMax)];
      return [code(tier), number(usersMax), names, String(frameworksMax), ...stored];
    }),
    ['---', '---:', '---', '---:', '---:', '---:'],
  );
}
