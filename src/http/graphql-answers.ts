import type { DocumentNode } from 'graphql';
import type { Context } from 'koa';
import type { RequestContext } from '../context.js';
import type { HttpOperation } from '../graphql/admission.js';
import type { AnswerCache, CachedAnswer } from '../graphql/answer-cache.js';
import type { CacheableOperations, RootFields } from '../graphql/cacheable.js';
import type { ServiceState } from './state.js';

const OK = 200;
/** Start of an answer without errors, which come first. */
const DATA_ALONE = '{"data":';

/** Where the cached answers of this process come from, and who is notified of them. */
export interface AnswerParts {
  answers: AnswerCache;
  operations: CacheableOperations;
  /** Version of everything that a cacheable answer says to the caller; null where it is not known without reading. */
  versionOf: (ctx: RequestContext) => string | null;
  /** Called for every root field that a cached answer answers. */
  onOperation: (operation: string, outcome: string) => void;
}

/** Key of a cached answer, and its root fields. */
interface Place {
  version: string;
  asked: readonly string[];
  roots: RootFields;
}

/** Answers operations over HTTP with the text that was sent before, where it would be the same again. */
export class GraphqlAnswers {
  constructor(private readonly parts: AnswerParts) {}

  /** Place of an admitted operation in the cache; null where its answer is not cached. */
  placeOf(ctx: Context, request: HttpOperation, document: DocumentNode | null): Place | null {
    const { operations, versionOf } = this.parts;
    const { requestContext } = ctx.state as ServiceState;
    const viewer = requestContext.viewerIfAny;
    if (!viewer || !document || !isPlain(ctx)) return null;
    const roots = operations.rootFieldsOf(document, request.operationName);
    const { access } = requestContext.app;
    if (!roots || roots.some((root) => access.refusalOf(viewer, root) !== null)) return null;
    const version = versionOf(requestContext);
    if (version === null) return null;
    const { query, operationName, variables } = request;
    const asked = [
      'graphql',
      query,
      operationName ?? '',
      JSON.stringify(variables),
      ctx.get('Accept'),
      requestContext.contentLanguage,
    ];
    return { version, asked, roots };
  }

  /** The cached answer; null where there is none. */
  find({ version, asked }: Place): CachedAnswer | null {
    return this.parts.answers.find(version, asked);
  }

  /** Sends a cached answer. */
  send(ctx: Context, { roots }: Place, cached: CachedAnswer): void {
    for (const root of roots) this.parts.onOperation(root, 'ok');
    ctx.status = OK;
    ctx.set('Content-Type', cached.type);
    ctx.body = cached.body;
  }

  /** Caches the answer that was made, if it is one without errors. */
  keep(ctx: Context, { version, asked }: Place): void {
    const { status, body, response } = ctx;
    if (status !== OK || typeof body !== 'string' || !body.startsWith(DATA_ALONE)) return;
    this.parts.answers.keep(version, asked, {
      body: Buffer.from(body),
      type: response.get('Content-Type'),
      units: 0,
    });
  }
}

/** Whether a request is JSON with the members of an operation and nothing else that an answer could depend on. */
function isPlain(ctx: Context): boolean {
  if (ctx.method !== 'POST' || ctx.is('application/json') === false) return false;
  const { query, operationName, variables, ...others } = ctx.request.body as Record<string, unknown>;
  return (
    typeof query === 'string' &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || (typeof variables === 'object' && !Array.isArray(variables))) &&
    Object.keys(others).length === 0
  );
}
