import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../context.js';
import { excessOf } from './answer-size.js';
import {
  GRAPHQL_LIMITS,
  NO_LIMITS,
  parseWithinLimit,
  QueryLimits,
  type EstimatedCost,
  type FieldCosts,
  type GraphqlLimits,
} from './limits.js';
import { holdsMoreThan } from '../platform/json-fault.rules.js';
import { responseNamesRule } from './response-names.js';

const DOCUMENTS_MAX = 500;
/** Limit of the cached texts, in characters: a text of a megabyte may have few tokens. */
const DOCUMENTS_CHARACTERS_MAX = 4_000_000;
/** Number of executions before a document is compiled: compiling costs more than one execution. */
const SIGHTINGS_BEFORE_COMPILING = 2;
/** Errors of variables that are reported; graphql-js says in one more that there are others. */
const VARIABLE_ERRORS_MAX = 50;
const RULES = [...specifiedRules, responseNamesRule];

export interface Operation {
  document: DocumentNode;
  operationName: string | null;
  variables: Record<string, unknown>;
  context: RequestContext;
}

interface CacheEntry {
  sightings: number;
  compiled: CompiledQuery | null;
}

/** Parses, checks and executes operations, in the same way for HTTP, sockets and REST rows. */
export class Executor {
  private readonly documents = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: DOCUMENTS_CHARACTERS_MAX,
    sizeCalculation: (_document, source) => source.length + 1,
  });
  /** Weak map: an entry lives as long as its document, here or in the cache of Apollo Server. */
  private readonly entries = new WeakMap<OperationDefinitionNode, CacheEntry>();

  private readonly validated = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  private readonly limits: QueryLimits;

  constructor(
    readonly schema: GraphQLSchema,
    costs: FieldCosts,
  ) {
    this.limits = new QueryLimits(schema, costs);
  }

  /**
   * Parses `source` and checks the limits with these variables. The document is not validated yet.
   * @throws {GraphQLError} for a syntax error; {LimitError} beyond a limit
   */
  read(
    source: string,
    variables: Record<string, unknown>,
    limits: GraphqlLimits = GRAPHQL_LIMITS,
  ): { document: DocumentNode; units: number } {
    const document = parseWithinLimit(source, limits, this.documents.get(source));
    const units = this.limits.check(document, variables, limits);
    this.documents.set(source, document);
    return { document, units };
  }

  /** What the operation was estimated to cost; null where the document has no such operation. */
  estimate(
    document: DocumentNode,
    { operationName, variables }: Pick<Operation, 'operationName' | 'variables'>,
  ): EstimatedCost | null {
    return this.limits.estimate(document, operationName, variables);
  }

  /** Cost of a document of ours, in units of the request quota; no limits hold for it. */
  unitsOf(document: DocumentNode, variables: Record<string, unknown>): number {
    return this.limits.check(document, variables, NO_LIMITS);
  }

  /** Validation errors of the document; empty where it is valid. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    const known = this.validated.get(document) ?? validate(this.schema, document, RULES);
    this.validated.set(document, known);
    return known;
  }

  execute(operation: Operation): Promise<ExecutionResult> | ExecutionResult {
    // graphql-jit reports an error for each item of a list, each with its value, however many there are: few are left to it.
    const errors = holdsMoreThan(operation.variables, VARIABLE_ERRORS_MAX) ? this.variableErrors(operation) : [];
    if (errors.length > 0) return { errors };
    const compiled = this.compiled(operation);
    const { document, operationName, variables: variableValues, context: contextValue } = operation;
    const result = compiled
      ? compiled.query(undefined, contextValue, variableValues)
      : execute({ schema: this.schema, document, operationName, variableValues, contextValue });
    return result instanceof Promise ? result.then(completed) : completed(result);
  }

  /** The first errors of an operation's variables; empty where they are valid, and where the document has no such operation. */
  variableErrors({ document, operationName, variables }: Omit<Operation, 'context'>): readonly GraphQLError[] {
    const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
    return getVariableValues(this.schema, definitions, variables, { maxErrors: VARIABLE_ERRORS_MAX }).errors ?? [];
  }

  private compiled({ document, operationName }: Operation): CompiledQuery | null {
    const operation = getOperationAST(document, operationName);
    // graphql-js answers an unknown operation name.
    if (!operation) return null;
    const entry = this.entryOf(operation);
    entry.sightings += 1;
    if (entry.sightings >= SIGHTINGS_BEFORE_COMPILING) return this.compile(document, operationName);
    return entry.compiled;
  }

  /** An operation of a document, compiled once. @throws {Error} when a validated document cannot be compiled: an internal error */
  compile(document: DocumentNode, operationName: string | null): CompiledQuery {
    const operation = getOperationAST(document, operationName);
    const entry = operation ? this.entryOf(operation) : null;
    if (entry?.compiled) return entry.compiled;
    const compiled = compileQuery(this.schema, document, operationName ?? undefined);
    if (!isCompiledQuery(compiled)) {
      throw new Error(`cannot compile an operation: ${compiled.errors?.[0]?.message ?? 'unknown reason'}`);
    }
    if (entry) entry.compiled = compiled;
    return compiled;
  }

  private entryOf(operation: OperationDefinitionNode): CacheEntry {
    const entry = this.entries.get(operation) ?? { sightings: 0, compiled: null };
    this.entries.set(operation, entry);
    return entry;
  }
}

/** A result as it is answered: nothing of one that is too large. */
export function completed(result: ExecutionResult): ExecutionResult {
  const excess = excessOf(result.data);
  return excess ? { errors: [excess] } : withExtensions(result);
}

/** Recreates the errors of graphql-jit, which are read-only and have no extensions, as graphql-js would have created them. */
function withExtensions(result: ExecutionResult): ExecutionResult {
  return result.errors ? { ...result, errors: result.errors.map(withExtension) } : result;
}

function withExtension(error: GraphQLError): GraphQLError {
  if ((error as { extensions?: unknown }).extensions) return error;
  const { message, path, originalError, locations } = error;
  return Object.assign(new GraphQLError(message, { path, originalError }), { locations });
}
