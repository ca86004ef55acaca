import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import type { AccessTable } from '../access/access-table.js';
import type { RestRow } from '../feature/rest-row.js';
import { PathTable } from './path-table.js';
import { RestOperation } from './rest-operation.js';

/** Requests that the reserve may be asked for, before their body is read: the paths of its operations, and `POST /graphql`, whose route looks into the body. */
export class ReservedRequests {
  private readonly paths: PathTable<true>;

  constructor(rows: readonly RestRow[], schema: GraphQLSchema, access: AccessTable) {
    const reserved = rows.filter((row) => access.isInReserve(new RestOperation(row, schema, rows).operation));
    this.paths = new PathTable(reserved.map(({ method, path }) => ({ method, path, handler: true })));
  }

  /** Whether the reserve may be asked for a request. */
  has({ method, path }: Pick<Context, 'method' | 'path'>): boolean {
    if (this.isDecidedByBody({ path })) return method === 'POST';
    return this.paths.find(path)?.handlers.has(method) === true;
  }

  /** Whether only the body says that a request is for the reserve. */
  isDecidedByBody({ path }: Pick<Context, 'path'>): boolean {
    return path === '/graphql';
  }
}
