import type { FieldPolicy, Reference } from '@apollo/client';

interface List {
  nodes: readonly Reference[];
  pageInfo: object;
}

/**
 * Cache policy of a list with "Show more": a page after a cursor is appended; the first page, when fetched again,
 * replaces the beginning. The query must select `nodes`, each with its id, and `pageInfo`. A query with another page
 * size has a list of its own.
 * @param filters names of the arguments that select a different list
 */
export function growingList(...filters: string[]): FieldPolicy<List> {
  return {
    keyArgs: ['first', ...filters],
    merge(existing, incoming, { args }) {
      if (!existing) return incoming;
      if (typeof args?.after === 'string') return { ...incoming, nodes: joined(existing.nodes, incoming.nodes) };
      if (existing.nodes.length <= incoming.nodes.length) return incoming;
      return { ...incoming, nodes: joined(incoming.nodes, existing.nodes), pageInfo: existing.pageInfo };
    },
  };
}

/** Concatenation of two lists, each node once. */
function joined(first: readonly Reference[], rest: readonly Reference[]): readonly Reference[] {
  const present = new Set(first.map(({ __ref }) => __ref));
  return [...first, ...rest.filter(({ __ref }) => !present.has(__ref))];
}
