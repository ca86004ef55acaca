import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import {
  execute,
  getOperationAST,
  GraphQLError,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../context.js';
import { parseWithinLimit, QueryLimits } from './limits.js';
import type { ListSizes } from './list-sizes.js';

const DOCUMENTS_MAX = 500;
/** A text of a megabyte may hold few tokens: what is kept is bounded by its length too. */
const DOCUMENTS_CHARACTERS_MAX = 4_000_000;
/** A document is compiled when it comes again: compiling costs more than one execution. */
const SIGHTINGS_BEFORE_COMPILING = 2;

export interface Operation {
  document: DocumentNode;
  operationName: string | null;
  variables: Record<string, unknown>;
  context: RequestContext;
}

interface Known {
  sightings: number;
  compiled: CompiledQuery | null;
}

/** Parses, checks and executes operations, the same way for HTTP, sockets and REST rows. */
export class Executor {
  private readonly documents = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: DOCUMENTS_CHARACTERS_MAX,
    sizeCalculation: (_document, source) => source.length + 1,
  });
  /** Lives as long as the documents do, here and in Apollo’s own cache. */
  private readonly known = new WeakMap<OperationDefinitionNode, Known>();

  private readonly validated = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  private readonly limits: QueryLimits;

  constructor(
    readonly schema: GraphQLSchema,
    listSizes: ListSizes,
  ) {
    this.limits = new QueryLimits(schema, listSizes);
  }

  /**
   * The document of `source` when it keeps the limits with these variables. Not validated yet.
   * @throws {GraphQLError} for a syntax error; {LimitError} for one that asks too much
   */
  read(source: string, variables: Record<string, unknown>): DocumentNode {
    const document = this.documents.get(source) ?? parseWithinLimit(source);
    this.documents.set(source, document);
    this.limits.check(document, variables);
    return document;
  }

  /** What is wrong with the document against the schema; empty where nothing is. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    const known = this.validated.get(document) ?? validate(this.schema, document);
    this.validated.set(document, known);
    return known;
  }

  execute(operation: Operation): Promise<ExecutionResult> | ExecutionResult {
    const compiled = this.compiled(operation);
    const { document, operationName, variables: variableValues, context: contextValue } = operation;
    const result = compiled
      ? compiled.query(undefined, contextValue, variableValues)
      : execute({ schema: this.schema, document, operationName, variableValues, contextValue });
    return result instanceof Promise ? result.then(withExtensions) : withExtensions(result);
  }

  private compiled({ document, operationName }: Operation): CompiledQuery | null {
    const operation = getOperationAST(document, operationName);
    // A name that is not there is graphql-js's to tell.
    if (!operation) return null;
    const known = this.known.get(operation) ?? { sightings: 0, compiled: null };
    this.known.set(operation, known);
    known.sightings += 1;
    if (known.sightings >= SIGHTINGS_BEFORE_COMPILING) known.compiled ??= this.compile(document, operationName);
    return known.compiled;
  }

  /** @throws {Error} when the document cannot be compiled: it was validated, so this is ours */
  compile(document: DocumentNode, operationName: string | null): CompiledQuery {
    const compiled = compileQuery(this.schema, document, operationName ?? undefined);
    if (isCompiledQuery(compiled)) return compiled;
    throw new Error(`cannot compile an operation: ${compiled.errors?.[0]?.message ?? 'unknown reason'}`);
  }
}

/** Errors of graphql-jit are read-only and have no extensions: they are made anew, as graphql-js would have made them. */
function withExtensions(result: ExecutionResult): ExecutionResult {
  return result.errors ? { ...result, errors: result.errors.map(withExtension) } : result;
}

function withExtension(error: GraphQLError): GraphQLError {
  if ((error as { extensions?: unknown }).extensions) return error;
  const { message, path, originalError, locations } = error;
  return Object.assign(new GraphQLError(message, { path, originalError }), { locations });
}
