import { describe, expect, it } from 'vitest';
import { buildSchema } from 'graphql';
import { checkListSizes } from '../../src/graphql/list-sizes.js';

const schema = buildSchema(`
  type Query { scans: [Scan!]!, names: [String!]!, pages(first: Int): ScanConnection!, queue(first: Int): [Scan!]! }
  type Scan { id: ID!, gaps: [Gap!] }
  type Gap { text: String! }
  type ScanConnection { nodes: [Scan!]! }
`);
const SIZES = { 'Query.scans': 3, 'Scan.gaps': 2 };
const check =
  (sizes: Record<string, number>, of = schema) =>
  () => {
    checkListSizes(of, new Map(Object.entries(sizes)));
  };

describe('the declared sizes of lists', () => {
  it('are complete when every list of objects that is no connection has one', () => {
    expect(check(SIZES)).not.toThrow();
  });

  it('stop the start when a list has none', () => {
    expect(check({ 'Query.scans': 3 })).toThrow('the list Scan.gaps has no declared size');
  });

  it.each(['Query.names', 'Query.queue', 'ScanConnection.nodes', 'Query.gone'])(
    'stop the start when one is declared for %s, which needs none or does not exist',
    (coordinate) => {
      expect(check({ ...SIZES, [coordinate]: 5 })).toThrow(`${coordinate} has a size and is no list that needs one`);
    },
  );

  it('stop the start when a connection accepts no page size', () => {
    const unbounded = buildSchema(
      'type Query { scans: ScanConnection! } type ScanConnection { nodes: [Scan!]! } type Scan { id: ID! }',
    );
    expect(check({}, unbounded)).toThrow('the connection Query.scans takes no first');
  });
});
