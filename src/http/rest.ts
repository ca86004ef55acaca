import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { RequestContext } from '../context.js';
import type { RestRow } from '../feature/rest-row.js';
import { requireAccess } from '../graphql/access.js';
import { toAppError } from '../graphql/errors.js';
import type { Executor } from '../graphql/executor.js';
import {
  ReplayedError,
  type Answer,
  type IdempotencyService,
  type IdempotentRequest,
} from '../modules/idempotency/idempotency.service.js';
import { AppError, notFound } from '../platform/errors.js';
import { readBody } from './body.js';
import { isBare, pageLinks, successBody } from './envelope.js';
import { receiveUpload } from './multipart.js';
import { idempotencyKeyOf, jsonRequest, UploadRequest } from './rest-idempotency.js';
import { RestOperation } from './rest-operation.js';
import { pagingOf, type Paging } from './rest-paging.js';
import type { ServiceState } from './state.js';

/** Items per read of a streamed list. */
const STREAM_PAGE = 1_000;
const NO_CONTENT = 204;

type Data = Record<string, unknown>;
interface Connection {
  nodes: Data[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

/**
 * Routes of every documented path. Another method on a known path returns 405; an unknown path 404, or 401 without a
 * token.
 * @throws {Error} at start, when a row does not match the schema
 */
export function restRoutes(
  rows: readonly RestRow[],
  executor: Executor,
  idempotency: IdempotencyService,
): Middleware<ServiceState> {
  const router = new Router<ServiceState>();
  const operations = rows.map((row) => new RestOperation(row, executor.schema));
  for (const operation of operations) {
    const { method, path } = operation.row;
    router.register(
      path.replace(/\{(\w+)\}/g, ':$1'),
      [method],
      new RestRunner(operation, executor, idempotency).handle,
    );
  }
  const serve = router.routes();
  return async (ctx, next) => {
    const { path, pathAndMethod } = router.match(ctx.path, ctx.method);
    // A path without parameters wins: `GET /api/scans/trigger` is no scan of the id `trigger`.
    const literal = path.filter((layer) => layer.path === ctx.path);
    const onPath = literal.length > 0 ? literal : path;
    if (pathAndMethod.some((layer) => onPath.includes(layer))) {
      await serve(ctx as never, next);
      return;
    }
    if (!ctx.path.startsWith('/api/')) {
      await next();
      return;
    }
    ctx.state.requestContext.viewer satisfies object;
    if (onPath.length === 0) throw notFound();
    ctx.set('Allow', [...new Set(onPath.flatMap(({ methods }) => methods))].join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
  };
}

class RestRunner {
  private readonly query;

  constructor(
    private readonly operation: RestOperation,
    executor: Executor,
    private readonly idempotency: IdempotencyService,
  ) {
    this.query = executor.compile(operation.document, null);
  }

  readonly handle: Middleware<ServiceState> = async (ctx) => {
    const { row, operation } = this.operation;
    const requestContext = ctx.state.requestContext;
    ctx.state.route = row.path;
    requireAccess(requestContext, operation);
    const path = (ctx as unknown as { params: Record<string, string> }).params;
    const { rest, paging } = pagingOf(row, queryOf(ctx));
    const key = idempotencyKeyOf(ctx, row);
    if (row.upload) {
      const { upload } = row;
      const request = key === null ? null : new UploadRequest(ctx, row, key);
      return this.answerOne(ctx, request, () => this.receive(ctx, upload, { path, query: rest, request }));
    }
    const body = await readBody(ctx);
    const variables = this.operation.variables({ path, query: rest, body });
    if (!paging) {
      const request = key === null ? null : jsonRequest(ctx, row, key, variables);
      return this.answerOne(ctx, request, () => Promise.resolve(variables));
    }
    if (paging.limit === null) return this.stream(ctx, variables, paging);
    return this.answerPage(ctx, variables, { ...paging, limit: paging.limit });
  };

  private async receive(
    ctx: Context,
    route: NonNullable<RestRow['upload']>,
    {
      path,
      query,
      request,
    }: { path: Record<string, string>; query: Record<string, string>; request: UploadRequest | null },
  ): Promise<Data> {
    const requestContext = (ctx.state as ServiceState).requestContext;
    const [unknown] = Object.keys(query);
    if (unknown !== undefined) throw AppError.invalid(`/${unknown}`, 'is not known');
    await route.prepare?.(requestContext, path);
    request?.beginReading();
    return receiveUpload(ctx.req, route, (upload) => route.receive(requestContext, path, upload));
  }

  private async answerOne(
    ctx: Context,
    request: IdempotentRequest | null,
    variables: () => Promise<Data>,
  ): Promise<void> {
    const requestContext = (ctx.state as ServiceState).requestContext;
    const work = async () => this.answer(ctx, await this.run(requestContext, await variables()));
    const { status, headers, data } = request ? await this.once(ctx, request, work) : await work();
    ctx.status = status;
    ctx.set(headers);
    ctx.body = status === NO_CONTENT ? null : successBody(ctx, data, null);
  }

  /** Response of an idempotent request, which is executed once however often it is sent. */
  private async once(ctx: Context, request: IdempotentRequest, work: () => Promise<Answer>): Promise<Answer> {
    const markReplayed = () => ctx.set('Idempotency-Replayed', 'true');
    try {
      const { answer, isReplayed } = await this.idempotency.run(
        (ctx.state as ServiceState).requestContext,
        request,
        work,
      );
      if (isReplayed) markReplayed();
      return answer;
    } catch (err) {
      if (err instanceof ReplayedError) markReplayed();
      throw err;
    }
  }

  private answer(ctx: Context, result: Data): Answer {
    const { row } = this.operation;
    const data = this.present(ctx, result);
    const { status, headers } = row.extras?.(data as Data) ?? {};
    return { status: status ?? row.status ?? 200, headers: headers ?? {}, data };
  }

  private async answerPage(
    ctx: Context,
    variables: Data,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<void> {
    const page = await this.page(ctx, { ...variables, first: limit, offset, withTotal: true });
    const pagination = { limit, offset, total: page.totalCount, has_more: page.pageInfo.hasNextPage };
    const links = pageLinks(ctx, pagination);
    if (links) ctx.set('Link', links);
    ctx.body = successBody(
      ctx,
      page.nodes.map((node) => this.present(ctx, node)),
      pagination,
    );
  }

  /**
   * Streams the whole list, page after page, without holding it in memory. An error in the first page still has its
   * status.
   */
  private async stream(ctx: Context, variables: Data, { offset }: Paging): Promise<void> {
    const read = (more: Data) => this.page(ctx, { ...variables, ...more, first: STREAM_PAGE, withTotal: false });
    const first = await read({ offset });
    const [head = '', tail = ''] = isBare(ctx) ? ['[', ']'] : envelopeAround(successBody(ctx, [], null));
    const present = (node: Data) => JSON.stringify(this.present(ctx, node));
    const pages = async function* () {
      yield head;
      for (let page = first, isFirst = true; ; isFirst = false) {
        if (page.nodes.length > 0) yield (isFirst ? '' : ',') + page.nodes.map(present).join(',');
        if (!page.pageInfo.hasNextPage) break;
        page = await read({ after: page.pageInfo.endCursor });
      }
      yield tail;
    };
    ctx.type = 'application/json';
    const body = new PassThrough();
    ctx.body = body;
    pipeline(pages, body).catch((err: unknown) => {
      (ctx.state as ServiceState).requestContext.log.warn({ err }, 'a streamed answer ended early');
    });
  }

  private async page(ctx: Context, variables: Data): Promise<Connection> {
    const requestContext = (ctx.state as ServiceState).requestContext.withPageSizeMax(STREAM_PAGE);
    return camelPage(await this.run(requestContext, variables));
  }

  private async run(requestContext: RequestContext, variables: Data): Promise<Data> {
    const result = await this.query.query(undefined, requestContext, variables);
    const [error] = result.errors ?? [];
    if (error) throw toAppError(error);
    return (result.data as { data: Data }).data;
  }

  private present(_ctx: Context, data: unknown): unknown {
    const { present } = this.operation.row;
    return present && data !== null && !Array.isArray(data) ? present(data as Data) : data;
  }
}

/** Query parameters by name. @throws {AppError} VALIDATION_FAILED for a repeated one */
function queryOf(ctx: Context): Record<string, string> {
  const entries = Object.entries(ctx.query).map(([key, value]): [string, string] => {
    if (typeof value !== 'string') throw AppError.invalid(`/${key}`, 'is given more than once');
    return [key, value];
  });
  // Not by assignment: `__proto__` is a parameter name like any other.
  return Object.fromEntries(entries);
}

function camelPage(data: Data): Connection {
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

/** Text of an empty list's envelope before and after its items. */
function envelopeAround(envelope: unknown): string[] {
  const text = JSON.stringify(envelope);
  const at = text.indexOf('[]') + 1;
  return [text.slice(0, at), text.slice(at)];
}
