import { getIntrospectionQuery } from 'graphql';
import { controlId, universalControlId } from '../catalogue/shipped.js';

/** A query of a hostile client. */
export interface HostileRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

const NOBODYS = '00000000-0000-4000-8000-000000000000';

/** Text `part(0) part(1) …` */
const many = (count: number, part: (index: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);
/** Fragments that each spread the next one twice: 2 to the power of `count` in all. */
const doubling = (count: number, type: string, leaf: string) =>
  many(count, (at) => `fragment F${at} on ${type} { ...F${at + 1} ...F${at + 1} }`) +
  ` fragment F${count} on ${type} { ${leaf} }`;
/** A tree of fields, each with `width` of the same name below it, `depth` levels. */
const tree = (depth: number, width: number, name: string, leaf: string): string =>
  depth === 0 ? leaf : many(width, () => `${name} { ${tree(depth - 1, width, name, leaf)} }`);
const control = (inner: string) => `{ control(id: "${controlId('soc2', 'CC6.1')}") { ${inner} } }`;

/** Queries that are refused on every transport before execution. Source: schema/contract/limits.md. */
export const REFUSED: Readonly<Record<string, HostileRequest>> = {
  'depth by nesting': { query: `{ ${'control(id: "x") { mappings { '.repeat(400)} id ${'} }'.repeat(400)} }` },
  'depth by inline fragments and fields': {
    query: control(
      `${'... on Control { framework { ... on Framework { controls { '.repeat(5)} id ${'} } } }'.repeat(5)}`,
    ),
  },
  'an alias flood': { query: `{ ${many(300, (at) => `a${at}: me { id }`)} }` },
  'an alias flood of __typename': { query: `{ ${many(300, (at) => `a${at}: __typename`)} }` },
  'an alias flood of __typename below': { query: `{ me { ${many(300, (at) => `a${at}: __typename`)} } }` },
  'an alias flood in a fragment': {
    query: `{ me { ...A } } fragment A on User { ${many(300, (at) => `a${at}: id`)} }`,
  },
  'a fragment cycle of one': { query: '{ me { ...A } } fragment A on User { ...A }' },
  'a fragment cycle of a hundred': {
    query: `{ me { ...F0 } } ${many(100, (at) => `fragment F${at} on User { id ...F${(at + 1) % 100} }`)}`,
  },
  'a fragment cycle that nobody spreads': {
    query: '{ me { id } } fragment A on User { ...B } fragment B on User { ...A }',
  },
  'a fragment bomb at the root': { query: `{ ...F0 } ${doubling(80, 'Query', 'me { id }')}` },
  'a fragment bomb below': { query: `{ me { ...F0 } } ${doubling(80, 'User', 'id')}` },
  'a fragment bomb with lists': {
    query: `{ frameworks { ...F0 } } ${many(4, (at) => `fragment F${at} on Framework { controls { framework { ...F${at + 1} ...F${at + 1} } } }`)} fragment F4 on Framework { id }`,
  },
  'a directive flood': { query: `{ me { id ${'@include(if: true) '.repeat(300)} } }` },
  'many unknown directives': { query: `{ me { id ${many(300, (at) => `@d${at}`)} } }` },
  'many unknown fields': { query: `{ me { ${many(1_900, (at) => `idd${at}`)} } }` },
  'many unknown arguments': { query: `{ me(${many(400, (at) => `a${at}: 1`)}) { id } }` },
  'one field again and again': { query: `{ me { ${'id '.repeat(1_900)} } }` },
  'one object again and again': { query: control('framework { id } '.repeat(480)) },
  'fragments that spread all others': {
    query: `{ me { ...F0 } } ${many(28, (at) => `fragment F${at} on User { id ${many(27 - at, (no) => `...F${at + no + 1}`)} }`)}`,
  },
  'a tree of one field below a list': {
    query: `{ __schema { types { fields { type { ${tree(7, 2, 'ofType', 'name')} } } } } }`,
  },
  'a tree of one field': { query: `{ __type(name: "Query") { ${tree(8, 2, 'ofType', 'name')} } }` },
  'doubling fragments': { query: `{ me { ...F0 } } ${doubling(15, 'User', 'id')}` },
  'lists of lists': { query: '{ frameworks { controls { evidence { controls { evidence { id } } } } } }' },
  'lists to and fro': {
    query: '{ frameworks { controls { mappings { universalControl { mappings { control { mappings { id } } } } } } } }',
  },
  'connections of a hundred in each other': {
    query: `{ scans(first: 100) { nodes { id } } scanResults(scanId: "${NOBODYS}", first: 100) {
      nodes { control { evidence { controls { history { id status } } } } } } }`,
  },
  'a connection of a million': { query: '{ evidenceList(first: 1000000) { nodes { id controls { id } } } }' },
  'a connection of a million by a variable': {
    query: 'query ($n: Int) { evidenceList(first: $n) { nodes { id controls { id } } } }',
    variables: { n: 1_000_000 },
  },
  'introspection within introspection': {
    query: `{ __schema { types { ${'fields { type { '.repeat(5)} name ${'} }'.repeat(5)} } } }`,
  },
  'an introspection flood': { query: `{ ${many(10, (at) => `a${at}: __schema { types { name } }`)} }` },
  'introspection that multiplies itself by aliases': {
    query: `{ __schema { types { ${many(5, (at) => `a${at}: fields { type { ${many(5, (no) => `b${no}: fields { name type { name } }`)} } }`)} } } }`,
  },
  'more tokens than a document has': { query: `{ me { id } } ${many(700, (at) => `fragment F${at} on User { id }`)}` },
  'a nameless crowd of operations': { query: many(100, () => '{ me { id } }') },
  'a megabyte of comments': { query: `{ me { id } } ${'#\n'.repeat(300_000)}` },
  'a megabyte of one string': { query: `{ controls(framework: "${'x'.repeat(900_000)}") { id } }` },
  'many logins at once': {
    query: `mutation { ${many(15, (at) => `a${at}: login(input: { email: "a${at}@b.example", password: "x" }) { tokenType }`)} }`,
  },
  'deep input': { query: `{ controls(framework: ${'['.repeat(900)}${']'.repeat(900)}) { id } }` },
  'a deep type of a variable': { query: `query ($a: ${'['.repeat(900)}Int${']'.repeat(900)}) { me { id } }` },
  'a deeply nested variable': {
    query: 'query ($q: String) { controls(framework: "SOC 2", q: $q) { id } }',
    variables: { q: nestedObject(2_000) },
  },
};

/** Queries that are executed, and refused by the requested field. */
export const REFUSED_BY_FIELD: Readonly<Record<string, HostileRequest>> = {
  'twenty frameworks of long names': {
    query: `query ($n: String!) { ${many(20, (at) => `a${at}: framework(name: $n) { id }`)} }`,
    variables: { n: `SOC 2${' '.repeat(900_000)}` },
  },
  'a sort by everything, again and again': {
    query: 'query ($s: String) { controls(framework: "SOC 2", sort: $s) { id } }',
    variables: { s: many(1_000, () => 'status,category', ',') },
  },
};

/** Nested arrays. */
function nestedObject(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const SORTS = ['category', 'status', 'control_id', '-category,-status,-control_id'];

/** A request of `operations` operations and 250 times as many variables, none of which they declare. */
export const operationsAndVariables = (operations: number): HostileRequest => ({
  query: many(operations, (at) => `query Q${at} { me { id } }`),
  operationName: 'Q7',
  variables: Object.fromEntries(Array.from({ length: 250 * operations }, (_, at) => [`v${at}`, at])),
});

/** The most expensive queries within the limits: none may block the process for long. */
export const NASTY: Readonly<Record<string, HostileRequest>> = {
  'the standard introspection': { query: getIntrospectionQuery() },
  'introspection with every alias': {
    query: `{ __schema { types { ${many(25, (at) => `a${at}: fields { name description }`)} } } }`,
  },
  'fields of fields in introspection': {
    query: '{ __schema { types { name fields { name type { name fields { name } } } } } }',
  },
  'every control with every plain field': {
    query: '{ frameworks { id controls { id controlId title description category status maturityLevel } } }',
  },
  'every universal control with its mappings': {
    query:
      '{ universalControls { id code title description mappings { id relationship rationale corroborations control { id title status } } } }',
  },
  'every mapping from both ends': {
    query: '{ frameworks { controls { mappings { universalControl { code mappings { id } } } } } }',
  },
  'coverage of every framework': {
    query: `{ ${many(7, (at) => `a${at}: coverage(framework: "${['soc2', 'cmmc', 'iso27001', 'hipaa', 'hitrust', 'nist-csf', 'pci-dss'][at] ?? ''}") { controls { universalControl { code title } mappedControls { controlId title } } uncoveredControls { controlId } }`)} }`,
  },
  'every remediation': {
    query: '{ frameworks { controls { remediation { summary steps { title instruction command } } } } }',
  },
  'every latest finding': {
    query: '{ frameworks { controls { latestFinding { status summary resources { id } } } } }',
  },
  'every history': { query: '{ frameworks { controls { history { id status } } } }' },
  'every artifact of every control': { query: '{ frameworks { controls { evidence { id title } } } }' },
  'download links of a hundred artifacts': {
    query:
      '{ evidenceList(first: 100) { nodes { id downloadUrl controls { id title status latestFinding { id } } } } }',
  },
  'thirty sorted lists': {
    query: `{ frameworks { ${many(28, (at) => `a${at}: controls(sort: "${SORTS[at % SORTS.length] ?? ''}") { id }`)} } }`,
  },
  'thirty searches': {
    query: `{ frameworks { ${many(28, (at) => `a${at}: controls(q: "${'x'.repeat(180)}${at}", category: "${'y'.repeat(180)}") { id }`)} } }`,
  },
  'many different fields, compared pair by pair': {
    query: `{ me { ${many(30, (at) => `a${at}: email`)} ${many(200, () => 'id name email role')} } }`,
  },
  'a tree of one field': { query: `{ __type(name: "Query") { ${tree(6, 2, 'ofType', 'name')} } }` },
  'thirty searches for a novel': {
    query: `query ($q: String) { frameworks { ${many(28, (at) => `a${at}: controls(q: $q, category: $q) { id }`)} } }`,
    variables: { q: 'X'.repeat(900_000) },
  },
  'comments as far as they go': { query: `{ me { id } } ${'#\n'.repeat(32_000)}` },
  'a string as long as it goes': {
    query: `{ controls(framework: "SOC 2", category: null) { id } } #${'x'.repeat(65_000)}`,
  },
  'introspection to its limit': {
    query: `{ __schema { types { ${many(6, (at) => `a${at}: fields { name description isDeprecated args { name description } type { name kind ofType { name kind ofType { name kind } } } }`)} } } }`,
  },
  'doubling fragments within the limit': { query: `{ me { ...F0 } } ${doubling(6, 'User', 'id')}` },
  'as many directives as fields': {
    query: `query ($a: Boolean = true) { me { ${many(180, () => 'id @include(if: $a)')} } }`,
  },
  'hundreds of operations and tens of thousands of variables': operationsAndVariables(240),
  'twenty heat maps': {
    query: `{ ${many(20, (at) => `a${at}: heatmap { frameworks { framework cells { domain score } } }`)} }`,
  },
  'twenty matrices': {
    query: `{ ${many(20, (at) => `a${at}: mappingMatrix { cells { from to coveragePercentage } }`)} }`,
  },
  'twenty scorecards': {
    query: `{ ${many(20, (at) => `a${at}: scorecard { overallScore domains { code score } frameworks { framework score freshnessPercentage } }`)} }`,
  },
  'twenty histories of scores': {
    query: `{ ${many(20, (at) => `a${at}: scoreHistory { scope points { at score } }`)} }`,
  },
  'twenty previews': {
    query: `{ ${many(20, (at) => `a${at}: previewAssessment(input: { universalControlId: "${universalControlId('UCF-IAM-01')}", status: non_compliant }) { propagatedControls { previousStatus newStatus control { id title } } }`)} }`,
  },
  'twenty pages of assessments and of the audit trail': {
    query: `{ ${many(10, (at) => `a${at}: assessments(first: 100) { totalCount nodes { id } } b${at}: auditLog(first: 100) { totalCount nodes { id action } }`)} }`,
  },
  'twenty root fields of the largest kind': {
    query: `{ ${many(20, (at) => `a${at}: controls(framework: "pci-dss", sort: "${SORTS[at % SORTS.length] ?? ''}") { id title status }`)} }`,
  },
};
