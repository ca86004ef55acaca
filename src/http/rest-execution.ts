import type { RequestContext } from '../context.js';
import { toAppError } from '../graphql/errors.js';
import type { ExecutionLanes } from '../graphql/execution-lanes.js';
import type { Executor } from '../graphql/executor.js';
import { respelled, snakeCase } from '../platform/api/pointer.rules.js';
import type { AppError } from '../platform/errors.js';
import { camelPage, type Connection } from './rest-connection.js';
import type { RestOperation } from './rest-operation.js';

/** Items per read of a streamed list, and largest page otherwise. */
export const STREAM_PAGE = 1_000;
const PAGE_MAX = 100;

type Data = Record<string, unknown>;

/** Executes the document of a row. */
export class RestExecution {
  /** Estimated costs, of an answer and of a page of a streamed list: they choose the lane. */
  private readonly units;
  private readonly unitsOfStream;

  constructor(
    readonly operation: RestOperation,
    private readonly executor: Executor,
    private readonly lanes: ExecutionLanes,
  ) {
    this.units = executor.unitsOf(operation.document, { first: PAGE_MAX });
    this.unitsOfStream = executor.unitsOf(operation.document, { first: STREAM_PAGE });
  }

  /** Data of the root field, in a lane of the caller's organization. @throws {AppError} with pointers in snake_case */
  run(ctx: RequestContext, variables: Data, isPatient = false): Promise<Data> {
    const units = Number(variables.first) > PAGE_MAX ? this.unitsOfStream : this.units;
    return this.lanes.run(ctx, { units, isPatient }, () => this.runWithin(ctx, variables));
  }

  /** The same as a part of an execution that has its lane already. */
  async runWithin(ctx: RequestContext, variables: Data): Promise<Data> {
    // Compiled by the first request: a start compiles what few of its clients ask for, and takes a tenth longer.
    const compiled = this.executor.compile(this.operation.document, null);
    const result = await compiled.query(undefined, ctx, variables);
    const [error] = result.errors ?? [];
    if (error) throw inRestWords(toAppError(error));
    return (result.data as { data: Data }).data;
  }

  /** A page of a list. */
  async page(ctx: RequestContext, variables: Data, isPatient = false): Promise<Connection> {
    return camelPage(await this.run(ctx.withPageSizeMax(STREAM_PAGE), variables, isPatient));
  }

  /** The data as the response shows them. */
  present(data: unknown): unknown {
    const { present } = this.operation.row;
    return present && data !== null && !Array.isArray(data) ? present(data as Data) : data;
  }
}

/** The error with pointers in snake_case: rules of inputs name fields as the graph has them. */
function inRestWords(error: AppError): AppError {
  return error.withDetails(respelled(error.details, snakeCase));
}
