import { describe, expect, it } from 'vitest';
import { buildSchema, GraphQLNonNull, isInputType, type GraphQLInputType } from 'graphql';
import { readJson, readText } from '../../src/http/rest-input.js';
import type { ErrorDetail } from '../../src/platform/errors.js';

const schema = buildSchema(`
  enum Status { pass fail not_applicable }
  input Step { stepTitle: String!, minutes: Int }
  input Plan { frameworkId: ID!, status: Status, isDue: Boolean, weight: Float, firstSteps: [Step!], tags: [String!], pageSize: Int! = 7 }
  input Group { memberIds: [ID!]! }
  type Query { plan(input: Plan): Int }
`);
const ID = '11111111-2222-4333-8444-555555555555';

function typeNamed(name: string): GraphQLInputType {
  const type = schema.getType(name);
  if (!type || !isInputType(type)) throw new Error(`no input type ${name}`);
  return type;
}

function read(body: unknown, type: GraphQLInputType = new GraphQLNonNull(typeNamed('Plan'))) {
  const problems: ErrorDetail[] = [];
  return { value: readJson(body, { type, pointer: '', problems }), problems };
}

function readQuery(text: string, type: string, spelling?: Record<string, string>) {
  const problems: ErrorDetail[] = [];
  return { value: readText(text, { type: typeNamed(type), pointer: '/name', spelling, problems }), problems };
}

describe('a JSON body read as an input type', () => {
  it('has the fields of the type in place of snake_case keys, at every depth', () => {
    const { value, problems } = read({
      framework_id: ID,
      status: 'pass',
      is_due: true,
      weight: 1.5,
      first_steps: [{ step_title: 'a', minutes: 3 }],
      tags: ['x'],
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      frameworkId: ID,
      status: 'pass',
      isDue: true,
      weight: 1.5,
      firstSteps: [{ stepTitle: 'a', minutes: 3 }],
      tags: ['x'],
    });
  });

  it('distinguishes an absent field from null', () => {
    expect(read({ framework_id: ID, tags: null }).value).toEqual({ frameworkId: ID, tags: null });
    expect(Object.keys(read({ framework_id: ID }).value as object)).toEqual(['frameworkId']);
  });

  it.each<[string, unknown, ErrorDetail]>([
    ['nothing', null, { field: '', message: 'is required' }],
    ['a list', [], { field: '', message: 'must be an object' }],
    ['a text', 'x', { field: '', message: 'must be an object' }],
    ['a missing field', {}, { field: '/framework_id', message: 'is required' }],
    ['null for a required field', { framework_id: null }, { field: '/framework_id', message: 'is required' }],
    ['an unknown key', { framework_id: ID, nope: 1 }, { field: '/nope', message: 'is not known' }],
    ['a camelCase key', { framework_id: ID, isDue: true }, { field: '/isDue', message: 'is not known' }],
    ['a number as id', { framework_id: 7 }, { field: '/framework_id', message: 'must be a string' }],
    [
      'another value of an enum',
      { framework_id: ID, status: 'PASS' },
      { field: '/status', message: 'must be one of pass, fail, not_applicable' },
    ],
    ['a text as boolean', { framework_id: ID, is_due: 'true' }, { field: '/is_due', message: 'must be true or false' }],
    ['a text as number', { framework_id: ID, weight: '1' }, { field: '/weight', message: 'must be a number' }],
    ['one item instead of a list', { framework_id: ID, tags: 'x' }, { field: '/tags', message: 'must be an array' }],
    ['null in a list', { framework_id: ID, tags: ['x', null] }, { field: '/tags/1', message: 'is required' }],
    ['a NUL byte', { framework_id: ID, tags: ['\0'] }, { field: '/tags/0', message: 'may not have a NUL byte' }],
    [
      'a lone surrogate',
      { framework_id: ID, tags: ['\ud800'] },
      { field: '/tags/0', message: 'may not have half of a surrogate pair' },
    ],
    [
      'a missing field in a list',
      { framework_id: ID, first_steps: [{}] },
      { field: '/first_steps/0/step_title', message: 'is required' },
    ],
    [
      'an unknown key in a list',
      { framework_id: ID, first_steps: [{ step_title: 'a', x: 1 }] },
      { field: '/first_steps/0/x', message: 'is not known' },
    ],
    [
      'half a number',
      { framework_id: ID, first_steps: [{ step_title: 'a', minutes: 0.5 }] },
      { field: '/first_steps/0/minutes', message: 'must be a whole number' },
    ],
  ])('returns the JSON pointer of %s', (_what, body, problem) => {
    expect(read(body).problems).toEqual([problem]);
  });

  it('refuses one item instead of a required list by the pointer of the list', () => {
    const { problems } = read({ member_ids: ID }, typeNamed('Group'));
    expect(problems).toEqual([{ field: '/member_ids', message: 'must be an array' }]);
  });

  it('returns every problem once', () => {
    const { problems } = read({ nope: 1, tags: 7, status: 'x', first_steps: [{}, 3] });
    expect(problems.map(({ field }) => field).toSorted()).toEqual([
      '/first_steps/0/step_title',
      '/first_steps/1',
      '/framework_id',
      '/nope',
      '/status',
      '/tags',
    ]);
  });
});

describe('the text of a parameter', () => {
  it.each<[string, string, unknown]>([
    ['7', 'Int', 7],
    ['-7', 'Int', -7],
    ['true', 'Boolean', true],
    ['false', 'Boolean', false],
    ['fail', 'Status', 'fail'],
    ['7', 'String', '7'],
    ['', 'String', ''],
    [ID, 'ID', ID],
  ])('%j is read as %s', (text, type, value) => {
    expect(readQuery(text, type)).toEqual({ value, problems: [] });
  });

  it.each<[string, string, string]>([
    ['', 'Int', 'must be a whole number'],
    ['1e3', 'Int', 'must be a whole number'],
    ['1.0', 'Int', 'must be a whole number'],
    ['0x10', 'Int', 'must be a whole number'],
    ['99999999999999999999', 'Int', 'must be a whole number'],
    ['TRUE', 'Boolean', 'must be true or false'],
    ['1', 'Boolean', 'must be true or false'],
    ['a\0', 'String', 'may not have a NUL byte'],
    ['passed', 'Status', 'must be one of pass, fail, not_applicable'],
  ])('%j is refused as %s', (text, type, message) => {
    expect(readQuery(text, type).problems).toEqual([{ field: '/name', message }]);
  });

  it('accepts an enum value only in its REST notation', () => {
    const spelling = { not_applicable: 'not-applicable' };
    expect(readQuery('not-applicable', 'Status', spelling)).toEqual({ value: 'not_applicable', problems: [] });
    expect(readQuery('not_applicable', 'Status', spelling).problems).toEqual([
      { field: '/name', message: 'must be one of pass, fail, not-applicable' },
    ]);
  });
});
