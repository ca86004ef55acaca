import { buildSchema, graphql, GraphQLError } from 'graphql';

/** The part of GitHub's public schema that is queried. */
const SCHEMA = buildSchema(`
  interface GitObject { oid: String! }
  type Blob implements GitObject { oid: String! text: String isTruncated: Boolean! }
  type TreeEntry { name: String! object: GitObject }
  type Tree implements GitObject { oid: String! entries: [TreeEntry!] }
  type Repository { isEmpty: Boolean! deleteBranchOnMerge: Boolean! object(expression: String): GitObject }
  type Query { repository(owner: String!, name: String!): Repository }
`);

/** A repository of the files under answers/. */
export interface GraphRepository {
  isEmpty: boolean;
  deleteBranchOnMerge: boolean;
  /** Text by path. */
  files: Record<string, string>;
  /** Whether the token may read them. */
  forbidden?: boolean;
}

interface Node {
  __typename: 'Blob' | 'Tree';
  oid: string;
  text?: string;
  isTruncated?: boolean;
  entries?: { name: string; object: Node | null }[];
}

/** Executes a query as GitHub does: visible fields, and an error with type and path for each other. */
export async function answerGraph(
  { query, variables }: { query: string; variables: Record<string, unknown> },
  find: (fullName: string) => GraphRepository | undefined,
): Promise<unknown> {
  const rootValue = {
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = find(`${owner}/${name}`);
      return (
        repository && {
          ...repository,
          object: (asked: { expression: string }) => objectAt(repository, asked.expression),
        }
      );
    },
  };
  const { data, errors } = await graphql({ schema: SCHEMA, source: query, variableValues: variables, rootValue });
  if (!errors) return { data };
  return { data, errors: errors.map(({ message, path, extensions }) => ({ message, path, type: extensions.type })) };
}

function objectAt({ isEmpty, files, forbidden }: GraphRepository, expression: string): Node | null {
  if (forbidden) {
    throw new GraphQLError('Resource not accessible by personal access token', { extensions: { type: 'FORBIDDEN' } });
  }
  if (isEmpty) return null;
  const path = expression.replace(/^HEAD:/, '');
  const text = files[path];
  if (text !== undefined) return { __typename: 'Blob', oid: path, text, isTruncated: false };
  const prefix = path === '' ? '' : `${path}/`;
  const inside = Object.keys(files).filter((file) => file.startsWith(prefix));
  if (inside.length === 0) return null;
  const names = new Set(inside.map((file) => file.slice(prefix.length).split('/', 1)[0] ?? ''));
  const entries = [...names].map((name) => ({
    name,
    object: objectAt({ isEmpty, files, deleteBranchOnMerge: false }, `HEAD:${prefix}${name}`),
  }));
  return { __typename: 'Tree', oid: path, entries };
}
