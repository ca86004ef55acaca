import type { FieldPolicy, Reference } from '@apollo/client';

interface List {
  nodes: readonly Reference[];
  pageInfo: object;
}

/**
 * How a list is kept that grows by "Show more": a page after a cursor is added to it; the first page, asked for again, takes its
 * place before the rest. Its query asks for `nodes`, each with its id, and `pageInfo`. One that asks for pages of another size
 * asks for a list of its own.
 * @param filters the arguments that make it another list
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

/** Both, each node once. */
function joined(first: readonly Reference[], rest: readonly Reference[]): readonly Reference[] {
  const present = new Set(first.map(({ __ref }) => __ref));
  return [...first, ...rest.filter(({ __ref }) => !present.has(__ref))];
}
