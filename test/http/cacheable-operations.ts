import {
  buildSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLField,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { CACHEABLE_FIELDS } from '../../src/app/features.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

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

/** Declared fields of a type, as `Type.field`. */
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
  const below = coordinatesOf(type.name).filter((each) => depth > 0 || isLeaf(each));
  const leaves = below.filter((each) => isLeaf(each) && next() < 0.4);
  const objects = below.filter((each) => !isLeaf(each) && next() < 0.3);
  const chosen = [...leaves, ...objects.slice(0, 1)].map((each) => selectionOf(each, next, depth - 1));
  return `${field.name}${args} { __typename ${chosen.join(' ')} }`;
}

/** Operations of cacheable fields alone, composed at random: the same in every run. */
export function randomOperations(count: number): string[] {
  const next = sequenceOf(20_261_124);
  const roots = coordinatesOf('Query');
  return Array.from(
    { length: count },
    (_, no) => `{ ${selectionOf(roots[no % roots.length] ?? '', next, 1 + (no % DEPTH_MAX))} }`,
  );
}

/** Each declared field as `Type.field` that occurs in the operations. */
export function fieldsAskedBy(queries: readonly string[]): Set<string> {
  const asked = new Set<string>();
  const types = new TypeInfo(schema);
  for (const query of queries) {
    const Field = ({ name }: { name: { value: string } }) => {
      asked.add(`${types.getParentType()?.name ?? ''}.${name.value}`);
    };
    visit(parse(query), visitWithTypeInfo(types, { Field }));
  }
  return asked;
}

/**
 * Operations in which every declared field occurs with what it says: one for each field of `Query`, and one for each type, by the shortest way
 * to it, with all of its fields and the values of those that are objects.
 */
export function operationsOfTypes(): string[] {
  const ways = waysToTypes();
  const roots = coordinatesOf('Query').map((root) => `{ ${within([root], valuesOf(typeOf(root)))} }`);
  const types = [...ways].map(([type, way]) => `{ ${within(way, everythingOf(type))} }`);
  return [...roots, ...types];
}

/** The shortest way of declared fields to each type from one object of `Query`, where there is one, or else from a list. */
function waysToTypes(): Map<string, string[]> {
  const isOne = (coordinate: string) => isObjectType(nullableOf(coordinate));
  const ways = new Map<string, string[]>();
  const open = coordinatesOf('Query')
    .toSorted((one, other) => Number(isOne(other)) - Number(isOne(one)))
    .map((root) => [root]);
  for (let way = open.shift(); way; way = open.shift()) {
    const type = typeOf(way.at(-1) ?? '');
    if (ways.has(type)) continue;
    ways.set(type, way);
    for (const below of objectsOf(type)) open.push([...way, below]);
  }
  return ways;
}

function typeOf(coordinate: string): string {
  return getNamedType(fieldOf(coordinate).type).name;
}

function nullableOf(coordinate: string): unknown {
  return getNullableType(fieldOf(coordinate).type);
}

function isLeaf(coordinate: string): boolean {
  return isLeafType(getNamedType(fieldOf(coordinate).type));
}

function objectsOf(type: string): string[] {
  return coordinatesOf(type).filter((each) => !isLeaf(each));
}

function valuesOf(type: string): string {
  const leaves = coordinatesOf(type).filter(isLeaf);
  return ['__typename', ...leaves.map((each) => fieldOf(each).name)].join(' ');
}

function everythingOf(type: string): string {
  return [valuesOf(type), ...objectsOf(type).map((each) => within([each], valuesOf(typeOf(each))))].join(' ');
}

/** A selection below fields, with the arguments that they require. */
function within(way: readonly string[], selection: string): string {
  return way.reduceRight((below, coordinate) => {
    const field = fieldOf(coordinate);
    const given = field.args.flatMap((argument) => {
      const [value] = ARGUMENTS[`${coordinate} ${argument.name}`] ?? [];
      return value !== undefined && (isRequiredArgument(argument) || argument.name === 'framework')
        ? [`${argument.name}: ${value}`]
        : [];
    });
    return `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} { ${below} }`;
  }, selection);
}
