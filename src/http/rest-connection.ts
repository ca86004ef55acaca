type Data = Record<string, unknown>;

/** A page of a list, as the answer to a row's document has it. */
export interface Connection {
  nodes: Data[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

/** The connection of an answer whose names are in snake_case. */
export function camelPage(data: Data): Connection {
  const { has_next_page: hasNextPage, end_cursor: endCursor } = data.page_info as {
    has_next_page: boolean;
    end_cursor: string | null;
  };
  return {
    nodes: data.nodes as Data[],
    pageInfo: { hasNextPage, endCursor },
    totalCount: (data.total_count ?? 0) as number,
  };
}
