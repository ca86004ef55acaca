import { existsSync, readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { deprecationText } from '../../src/feature/deprecation.js';
import type { JsonSchema } from '../../src/feature/rest-row.js';
import { brokenInGraph, brokenInRest, type Described } from './breaking-changes.js';

const CURRENT = 'schema';
/** The interface of the last release, which `npm run schema:release` writes. */
const RELEASED = 'schema/released';
const isReleased = existsSync(`${RELEASED}/openapi.json`);

const today = () => new Date().toISOString().slice(0, 10);
const graphIn = (folder: string): GraphQLSchema => buildSchema(readFileSync(`${folder}/schema.graphql`, 'utf8'));
const restIn = (folder: string) => JSON.parse(readFileSync(`${folder}/openapi.json`, 'utf8')) as Described;

describe('the interface of the last release', () => {
  it.runIf(isReleased)('has nothing that the present one breaks without announcement', () => {
    const broken = [
      ...brokenInGraph(graphIn(RELEASED), graphIn(CURRENT), today()),
      ...brokenInRest(restIn(RELEASED), restIn(CURRENT), today()),
    ];
    expect(broken).toEqual([]);
  });

  it.skipIf(isReleased)('is not there to compare with: no version has been released', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8');
    expect(changelog).toContain('No version has been released yet.');
    expect(changelog.match(/^## .*$/gm)).toEqual(['## [Unreleased]']);
  });
});

const SUNSET = '2027-06-30';
const TEXT = deprecationText({ since: '2026-12-01', sunset: SUNSET, instead: 'GET /api/org/profile' });

describe('a change of the graph', () => {
  const graph = (text: string) => buildSchema(text);
  const GOES = `@deprecated(reason: ${JSON.stringify(TEXT)})`;

  it('that adds breaks nothing', () => {
    const before = graph('type Query { a(b: Int): String } enum E { c }');
    const after = graph('type Query { a(b: Int, new: Int): String, other: E } enum E { c d }');
    expect(brokenInGraph(before, after, SUNSET)).toEqual([]);
    expect(brokenInGraph(graphIn(CURRENT), graphIn(CURRENT), SUNSET)).toEqual([]);
  });

  it.each([
    ['removes a field', 'type Query { a: Int, b: Int }', 'type Query { a: Int }', 'Query.b was removed.'],
    ['removes an argument', 'type Query { a(b: Int): Int }', 'type Query { a: Int }', 'Query.a arg b was removed.'],
    [
      'requires an argument',
      'type Query { a: Int }',
      'type Query { a(b: Int!): Int }',
      'A required arg b on Query.a was added.',
    ],
    ['may answer null', 'type Query { a: Int! }', 'type Query { a: Int }', 'Query.a changed type from Int! to Int.'],
    [
      'removes a value',
      'type Query { a(e: E): Int } enum E { b c }',
      'type Query { a(e: E): Int } enum E { b }',
      'c was removed from enum type E.',
    ],
  ])('that %s breaks clients', (_what, before, after, broken) => {
    expect(brokenInGraph(graph(before), graph(after), SUNSET)).toEqual([broken]);
  });

  it('that was announced breaks clients before its sunset, and nobody from then on', () => {
    const before = graph(`
      type Query { a(old: Int ${GOES}): E, thing(i: I): Thing ${GOES} }
      type Thing { id: ID }
      input I { was: Int ${GOES}, is: Int }
      enum E { e f ${GOES} }`);
    const after = graph('type Query { a: E, other(i: I): Int } input I { is: Int } enum E { e }');
    expect(brokenInGraph(before, after, '2027-06-29').toSorted()).toEqual([
      'I.was was removed.',
      'Query.a arg old was removed.',
      'Query.thing was removed.',
      'f was removed from enum type E.',
    ]);
    expect(brokenInGraph(before, after, SUNSET)).toEqual([]);
  });
});

describe('a change of a REST document', () => {
  const BODY = {
    type: 'object',
    properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } },
    required: ['name'],
  };
  const THING = {
    type: 'object',
    properties: { id: { type: 'string' }, count: { type: 'number' }, part: { $ref: '#/components/schemas/Part' } },
    required: ['id', 'count', 'part'],
  };
  const PART = { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] };
  const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });

  const PLAIN = {
    body: BODY as object,
    answer: THING as object,
    part: PART as object,
    parameters: [LIMIT] as object[],
    more: {} as JsonSchema,
  };
  const documentWith = (change: Partial<typeof PLAIN> = {}): Described => {
    const { body, answer, part, parameters, more } = { ...PLAIN, ...change };
    const put = { parameters, requestBody: json(body), responses: { 200: json(answer), 404: {} }, ...more };
    return { paths: { '/api/things': { put } }, components: { schemas: { Part: part } } };
  };
  const broken = (change: Partial<typeof PLAIN>) => brokenInRest(documentWith(), documentWith(change), SUNSET);
  const at = 'PUT /api/things';

  it('that adds breaks nothing', () => {
    const change = {
      body: {
        ...BODY,
        properties: { ...BODY.properties, new: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b', 'c'] } },
      },
      answer: { ...THING, properties: { ...THING.properties, new: { type: 'string' } } },
      parameters: [LIMIT, { name: 'new', in: 'query', schema: { type: 'string' } }],
    };
    expect(broken(change)).toEqual([]);
    const whole = restIn(CURRENT);
    expect(brokenInRest(whole, { ...whole, paths: { ...whole.paths, '/api/new': {} } }, SUNSET)).toEqual([]);
  });

  it.each<[string, Partial<typeof PLAIN>, string]>([
    ['removes a parameter', { parameters: [] }, `${at} takes no query limit`],
    [
      'requires a parameter',
      { parameters: [LIMIT, { name: 'x', in: 'query', required: true, schema: {} }] },
      `${at} requires query x`,
    ],
    [
      'changes the type of a parameter',
      { parameters: [{ ...LIMIT, schema: { type: 'string' } }] },
      `${at} query limit may not be integer`,
    ],
    ['requires a member of a body', { body: { ...BODY, required: ['name', 'kind'] } }, `${at} body requires kind`],
    [
      'refuses a member of a body',
      { body: { ...BODY, properties: { name: { type: 'string' } } } },
      `${at} body/kind is gone`,
    ],
    [
      'refuses a value',
      { body: { ...BODY, properties: { ...BODY.properties, kind: { type: 'string', enum: ['a'] } } } },
      `${at} body/kind may not be "b"`,
    ],
    ['removes a member of an answer', { part: { type: 'object', properties: {} } }, `${at} 200/part/at is gone`],
    ['may leave out a member of an answer', { part: { ...PART, required: [] } }, `${at} 200/part/at may be absent`],
    [
      'may answer null',
      { part: { ...PART, properties: { at: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } },
      `${at} 200/part/at may be null`,
    ],
    ['changes the type of an answer', { answer: { type: 'array', items: THING } }, `${at} 200 may be array`],
    ['answers with another status', { more: { responses: { 201: json(THING) } } }, `${at} is no longer answered 200`],
  ])('that %s breaks clients', (_what, change, message) => {
    expect(broken(change)).toContain(message);
  });

  it('that removes a path breaks clients', () => {
    expect(brokenInRest(documentWith(), { paths: {} }, SUNSET)).toEqual([`${at} is gone`]);
  });

  it('that was announced breaks clients before its sunset, and nobody from then on', () => {
    const goes = { description: `${TEXT} The last of them.` };
    const path = documentWith({ more: goes });
    const members = documentWith({
      part: { ...PART, properties: { at: { type: 'string', ...goes } } },
      parameters: [{ ...LIMIT, ...goes }],
    });
    const without = documentWith({ part: { type: 'object', properties: {} }, parameters: [] });
    expect(brokenInRest(path, { paths: {} }, '2027-06-29')).toEqual([`${at} is gone`]);
    expect(brokenInRest(path, { paths: {} }, SUNSET)).toEqual([]);
    expect(brokenInRest(members, without, '2027-06-29')).toEqual([
      `${at} takes no query limit`,
      `${at} 200/part/at is gone`,
    ]);
    expect(brokenInRest(members, without, SUNSET)).toEqual([]);
  });
});
