import type { Context, Middleware } from 'koa';
import type { Effect, RequestContext } from '../context.js';
import type { RestRow } from '../feature/rest-row.js';
import { requireAccess } from '../graphql/access.js';
import type { AnswerCache } from '../graphql/answer-cache.js';
import type { ExecutionLanes } from '../graphql/execution-lanes.js';
import type { Executor } from '../graphql/executor.js';
import {
  ReplayedError,
  type Answer,
  type IdempotencyService,
  type IdempotentRequest,
} from '../modules/idempotency/idempotency.service.js';
import { AppError } from '../platform/errors.js';
import { failpoint } from '../platform/failpoints.js';
import { readBody } from './body.js';
import { answerUnchanged, strongTag, weakTag } from './entity-tag.js';
import { isBare, pageLinks, successBody, sendBytes, successText, type Pagination } from './envelope.js';
import { receiveUpload, uploadUnits } from './multipart.js';
import { idempotencyKeyOf, jsonRequest, UploadRequest } from './rest-idempotency.js';
import { STREAM_PAGE, type RestExecution } from './rest-execution.js';
import type { RestOperation, RestQuery } from './rest-operation.js';
import { queryOf } from './query-parameters.js';
import { pagingOf, type Paging } from './rest-paging.js';
import { IfMatch } from './rest-precondition.js';
import type { ServiceState } from './state.js';
import { streamBody } from './stream-body.js';
import { jsonFormat, tableFormat, type StreamFormat } from './stream-format.js';

const JSON_TYPE = 'application/json';
const NO_CONTENT = 204;
const OK = 200;
const NOT_MODIFIED = 304;

/** What executes the rows. */
export interface RestParts {
  executor: Executor;
  lanes: ExecutionLanes;
  idempotency: IdempotencyService;
  answers: AnswerCache;
  /** Called for every cached answer. */
  onOperation: (operation: string, outcome: string) => void;
}

/** Items of a list for each unit of its cost beyond the first. Source: schema/contract/limits.md. */
const ITEMS_PER_UNIT = 100;
/** Items of the first page of a streamed list, and what the others aim at. Our choice: a page is held as a whole. */
const FIRST_STREAM_PAGE = 100;
const STREAM_PAGE_CHARACTERS = 1_000_000;

type Data = Record<string, unknown>;

/** A form that is about to be received. */
interface ReceivedForm {
  route: NonNullable<RestRow['upload']>;
  path: Readonly<Record<string, string>>;
  query: RestQuery;
  request: UploadRequest | null;
}

/** Answers the requests of one row. */
export class RestRunner {
  private readonly operation: RestOperation;

  constructor(
    private readonly execution: RestExecution,
    /** Of a row that changes what another row reads: that one. */
    private readonly reader: RestExecution | null,
    private readonly parts: RestParts,
  ) {
    this.operation = execution.operation;
  }

  readonly handle: Middleware<ServiceState> = async (ctx) => {
    const { row, operation } = this.operation;
    const requestContext = ctx.state.requestContext;
    ctx.state.route = row.path;
    ctx.state.operation = operation;
    // Before whatever may refuse: a refusal varies like the answer.
    if (row.table) ctx.vary('Accept');
    requireAccess(requestContext, operation);
    const version = this.versionOf(ctx);
    if (version !== null && (this.isUnchanged(ctx, version) || (await this.sendCached(ctx, version)))) return;
    const path = paramsOf(ctx);
    const { rest, paging } = pagingOf(row, queryOf(ctx, this.operation.queryLists));
    const key = idempotencyKeyOf(ctx, row);
    if (row.upload) {
      const request = key === null ? null : new UploadRequest(ctx, row, row.upload, key);
      const form = { route: row.upload, path, query: rest, request };
      const variables = (inner: RequestContext) => this.receive(inner, ctx, form);
      return this.answerOne(ctx, request, { version, variables });
    }
    const body = await readBody(ctx);
    const variables = this.operation.variables({ path, query: rest, body });
    if (!paging) {
      const request = key === null ? null : jsonRequest(ctx, row, key, variables);
      await this.answerOne(ctx, request, { version, variables: () => Promise.resolve(variables) });
      return;
    }
    const table = tableFormat(ctx, row);
    if (table) return this.stream(ctx, variables, { offset: 0, format: table });
    if (paging.limit === null) return this.stream(ctx, variables, { offset: paging.offset, format: jsonFormat(ctx) });
    return this.answerPage(ctx, variables, { ...paging, limit: paging.limit });
  };

  private async receive(inner: RequestContext, ctx: Context, form: ReceivedForm): Promise<Data> {
    const { route, path, query, request } = form;
    const [unknown] = Object.keys(query);
    if (unknown !== undefined) throw AppError.invalid(`/${unknown}`, 'is not known');
    if (inner.knownEffect !== null) return { [route.variable]: inner.knownEffect };
    await route.prepare?.(inner, path);
    await (ctx.state as ServiceState).take(uploadUnits(ctx.req, route));
    request?.beginReading();
    const id = await receiveUpload(ctx.req, route, (upload) => route.receive(inner, path, upload));
    return { [route.variable]: id };
  }

  private async answerOne(
    ctx: Context,
    request: IdempotentRequest | null,
    { version, variables }: { version: string | null; variables: (inner: RequestContext) => Promise<Data> },
  ): Promise<void> {
    const requestContext = this.conditional(ctx);
    const work = async (inner: RequestContext) => this.answer(await this.execution.run(inner, await variables(inner)));
    const { charge } = ctx.state as ServiceState;
    const { status, headers, data } = await (request
      ? this.once(ctx, request, (effect) => work(requestContext.withEffect(effect)))
      : work(requestContext));
    await failpoint('answer.before', this.operation.operation);
    const units = Array.isArray(data) ? Math.floor(data.length / ITEMS_PER_UNIT) : 0;
    if (units > 0) await charge(units);
    ctx.status = status;
    ctx.set(headers);
    if (status === OK && (this.isRead || this.reader)) {
      const text = this.sendTagged(ctx, data, null);
      if (version !== null)
        this.parts.answers.keep(version, this.asked(ctx), { body: Buffer.from(text), type: JSON_TYPE, units });
    } else ctx.body = status === NO_CONTENT ? null : successBody(ctx, data, null);
  }

  /** The context of the request, with its `If-Match` where the row changes what another reads. */
  private conditional(ctx: Context): RequestContext {
    const { requestContext } = ctx.state as ServiceState;
    const given = ctx.get('If-Match');
    if (!this.reader || given === '') return requestContext;
    return requestContext.withPrecondition(new IfMatch(given, this.reader, paramsOf(ctx)));
  }

  /** Whether the row reads: only then it is answered 304. */
  private get isRead(): boolean {
    return this.operation.row.method === 'GET';
  }

  /** Version of everything that the row says, where it is known before any work. */
  private versionOf(ctx: Context): string | null {
    const { version } = this.operation.row;
    return version?.((ctx.state as ServiceState).requestContext, new Set(Object.keys(ctx.query))) ?? null;
  }

  /** Answers 304 where the client's copy is of this version. */
  private isUnchanged(ctx: Context, version: string): boolean {
    return answerUnchanged(ctx, weakTag(version, this.operation.digest, ctx.url, String(isBare(ctx))));
  }

  /** Sends the data of this version as they were sent before. @returns whether there are some */
  private async sendCached(ctx: Context, version: string): Promise<boolean> {
    const { answers, onOperation } = this.parts;
    const cached = answers.find(version, this.asked(ctx));
    if (!cached) return false;
    const { ask, take } = ctx.state as ServiceState;
    await (cached.units > 0 ? take(cached.units) : ask());
    onOperation(this.operation.operation, 'ok');
    ctx.type = cached.type;
    sendBytes(ctx, cached.body);
    return true;
  }

  /** Everything that the data depend on beside their version. */
  private asked(ctx: Context): readonly string[] {
    return ['rest', this.operation.digest, ctx.url];
  }

  /**
   * Sends data with a tag: that of their version, else one of the data themselves, which saves their transfer alone.
   * @returns their text
   */
  private sendTagged(ctx: Context, data: unknown, pagination: Pagination | null): string {
    const text = JSON.stringify(data);
    const isStrong = this.reader !== null || this.operation.isChanged;
    // What a strong tag names has one encoding.
    if (isStrong) ctx.compress = false;
    if (this.reader) {
      // Of the state that the answer to a change shows (RFC 9110, section 8.7).
      ctx.set({ ETag: strongTag(text, isBare(ctx)), 'Content-Location': ctx.path });
    } else if (!ctx.res.hasHeader('ETag')) {
      const bare = isBare(ctx);
      const tag = isStrong ? strongTag(text, bare) : weakTag(text, JSON.stringify(pagination), String(bare));
      if (answerUnchanged(ctx, tag)) return text;
    }
    ctx.type = JSON_TYPE;
    ctx.body = successText(ctx, text, pagination);
    return text;
  }

  /** Response of an idempotent request, which is executed once however often it is sent. */
  private async once(
    ctx: Context,
    request: IdempotentRequest,
    work: (effect: Effect) => Promise<Answer>,
  ): Promise<Answer> {
    const markReplayed = () => ctx.set('Idempotency-Replayed', 'true');
    try {
      const { answer, isReplayed } = await this.parts.idempotency.run(
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

  private answer(result: Data): Answer {
    const { row } = this.operation;
    const data = this.execution.present(result);
    const { status, headers } = row.extras?.(data as Data) ?? {};
    return { status: status ?? row.status ?? 200, headers: headers ?? {}, data };
  }

  private async answerPage(
    ctx: Context,
    variables: Data,
    { limit, offset, cursor }: Paging & { limit: number },
  ): Promise<void> {
    const after = cursor === null ? {} : { after: cursor };
    const page = await this.execution.page((ctx.state as ServiceState).requestContext, {
      ...variables,
      ...after,
      first: limit,
      offset,
      withTotal: true,
    });
    const { hasNextPage, endCursor } = page.pageInfo;
    const next = this.operation.row.hasCursor ? { next_cursor: hasNextPage ? endCursor : null } : {};
    const pagination = { limit, offset, total: page.totalCount, has_more: hasNextPage, ...next };
    const items = page.nodes.map((node) => this.execution.present(node));
    this.sendTagged(ctx, items, pagination);
    if (ctx.status === NOT_MODIFIED) return;
    const links = pageLinks(ctx, pagination);
    if (links) ctx.set('Link', links);
    ctx.set('X-Total-Count', String(page.totalCount));
  }

  /**
   * Streams the whole list, page after page, without holding it in memory. An error in the first page still has its
   * status.
   */
  private async stream(
    ctx: Context,
    variables: Data,
    { offset, format }: { offset: number; format: StreamFormat },
  ): Promise<void> {
    const { requestContext, charge } = ctx.state as ServiceState;
    const read = async (more: Data, isPatient = false) => {
      const asked = { ...variables, first: FIRST_STREAM_PAGE, ...more, withTotal: false };
      const page = await this.execution.page(requestContext, asked, isPatient);
      await charge(Math.floor(page.nodes.length / ITEMS_PER_UNIT));
      return page;
    };
    const first = await read({ offset });
    const { type, head, separator, tail, textOf } = format;
    const present = (node: Data) => textOf(this.execution.present(node));
    const pages = async function* () {
      yield head;
      for (let page = first, isFirst = true; ; isFirst = false) {
        const text = page.nodes.map(present).join(separator);
        if (page.nodes.length > 0) yield (isFirst ? '' : separator) + text;
        if (!page.pageInfo.hasNextPage) break;
        page = await read({ after: page.pageInfo.endCursor, first: itemsOfNext(text, page.nodes.length) }, true);
      }
      yield tail;
    };
    ctx.type = type;
    streamBody(ctx, pages);
  }
}

/** Items of the next page of a streamed list: as many as the last ones say fit into its size, which is held as a whole. */
function itemsOfNext({ length }: string, count: number): number {
  return Math.max(1, Math.min(STREAM_PAGE, Math.floor((STREAM_PAGE_CHARACTERS * count) / length)));
}

/** Path parameters by name. */
function paramsOf(ctx: Context): Readonly<Record<string, string>> {
  return (ctx.state as ServiceState).parameters ?? {};
}
