import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isObjectType,
  parse,
  print,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { ACCESS, fieldCostsOf } from '../../src/app/features.js';
import { ANONYMOUS_LIMITS, parseWithinLimit, QueryLimits } from '../../src/graphql/limits.js';
import { contentCountsOf } from '../../src/modules/catalogue/content-counts.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { cpuOf } from '../support/growth.js';
import { startService, type TestService } from '../support/service.js';

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');
const login = (selection: string, no = 0) =>
  `mutation { login(input: { email: "a${no}@b.example", password: "x" }) { ${selection} } }`;
const tree = (depth: number): string =>
  depth === 0 ? 'id' : `user { ${tree(depth - 1)} } user { ${tree(depth - 1)} }`;

/** Documents of about 4.7 kB whose validation compares every field with every other. @param no makes each a new text */
const ATTACKS: Readonly<Record<string, (no: number) => string>> = {
  'one field again and again': (no) => login('user { ' + 'id '.repeat(1_500) + '}', no),
  'a tree of one field': (no) => login(tree(7), no),
  'fragments that double each other': (no) =>
    `${login('user { ...F0 }', no)} ${many(60, (at) => `fragment F${at} on User { id ...F${at + 1} ...F${at + 1} }`)} fragment F60 on User { id }`,
  'a fragment that is never spread': (no) => `${login('tokenType', no)} fragment F on User { ${'id '.repeat(1_500)} }`,
  '__typename again and again': (no) => `query Q${no} { ${'__typename '.repeat(400)} }`,
  'a long list': (no) => `query Q${no} { __type(name: [${'1 '.repeat(2_000)}]) { name } }`,
};
/** Requests of each kind. */
const REQUESTS = 300;

describe('an operation without a valid token', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(Object.entries(ATTACKS))(
    'is refused before it is validated, and costs no statement: %s',
    async (_what, query) => {
      const before = service.statements.length;
      const { status } = await service.anonymous.graphql(query(0));
      expect(status).toBe(401);
      expect(service.statements.slice(before)).toEqual([]);
    },
  );

  it('costs at most three times the CPU of one that is answered, whatever its text', async () => {
    const attack = Object.values(ATTACKS);
    const cpu = { attack: 0, plain: 0 };
    const twenty = async (text: (no: number) => string, status: number) => {
      const texts = Array.from({ length: 20 }, (_, at) => text(at));
      const answers = await Promise.all(texts.map((each) => service.anonymous.graphql(each)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    };
    // In turns, so that what else the process does weighs on both alike. When it was validated, the attack took 27 to 46 s for 600.
    for (let no = 0; no < REQUESTS; no += 20) {
      cpu.attack += await cpuOf(() => twenty((at) => attack[at % attack.length]?.(no + at) ?? '', 401));
      cpu.plain += await cpuOf(() => twenty((at) => `query Q${no + at} { __typename }`, 200));
    }
    expect(cpu.attack / cpu.plain).toBeLessThan(3);
  });

  it('is refused although the same text was accepted from a caller', async () => {
    const query = `{ ${many(15, (at) => `a${at}: __typename`)} ${'__typename '.repeat(4)} }`;
    const text = `query Q { ${many(10, () => query.slice(2, -2))} }`;
    const { body } = await service.a.admin.graphql(query);
    expect(body).not.toHaveProperty('errors');
    expect((await service.anonymous.graphql(text)).status).toBe(401);
    expect((await service.anonymous.graphql(query)).status).toBe(401);
  });

  it('is answered when it is plain', async () => {
    const { body } = await service.anonymous.graphql(login('tokenType user { id }'));
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'INVALID_CREDENTIALS' } }] });
    expect((await service.anonymous.graphql('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('the limits without a valid token', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const limits = new QueryLimits(schema, fieldCostsOf(contentCountsOf(catalogueOf())));
  const open = ACCESS.operations.filter((operation) => ACCESS.isPublic(operation) && !operation.startsWith('Upload.'));

  it.each(open)('leave room for every field of %s', (operation) => {
    const [type = '', name = ''] = operation.split('.');
    const root = schema.getType(type);
    if (!isObjectType(root)) throw new Error(`${type} is no type`);
    const field = root.getFields()[name];
    if (!field) throw new Error(`${operation} is no field`);
    const source = print(parse(`${type.toLowerCase()} Q(${variables(field)}) { ${call(field)} }`.replace('()', '')));
    expect(() => limits.check(parseWithinLimit(source, ANONYMOUS_LIMITS), {}, ANONYMOUS_LIMITS)).not.toThrow();
  });

  function variables({ args }: GraphQLField<unknown, unknown>): string {
    return args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  }
  function call(field: GraphQLField<unknown, unknown>): string {
    const args = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const named = getNamedType(field.type);
    return `${field.name}${args === '' ? '' : `(${args})`} ${isObjectType(named) ? plainFields(named, 2) : ''}`;
  }
  /** Every field that takes no argument, down to a depth. */
  function plainFields(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
    const texts = fields.flatMap(({ name, type: each }) => {
      const named = getNamedType(each);
      if (!isObjectType(named)) return [name];
      return depth > 0 ? [`${name} ${plainFields(named, depth - 1)}`] : [];
    });
    return `{ ${['__typename', ...texts].join(' ')} }`;
  }
});
