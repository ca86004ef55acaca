import { AppError } from '../platform/errors.js';
import type { Precondition, RequestContext } from '../context.js';
import { isMatched, strongTag } from './entity-tag.js';
import type { RestExecution } from './rest-execution.js';

/** `If-Match` of a request that changes what GET of the same address answers. */
export class IfMatch implements Precondition {
  isChecked = false;

  constructor(
    private readonly condition: string,
    private readonly reader: RestExecution,
    private readonly path: Readonly<Record<string, string>>,
  ) {}

  /** @throws {AppError} PRECONDITION_FAILED unless it names what `ctx` reads; `*` names everything that exists */
  async check(ctx: RequestContext): Promise<void> {
    this.isChecked = true;
    if (this.condition.trim() === '*') return;
    const variables = this.reader.operation.variables({ path: this.path, query: {}, body: undefined });
    const text = JSON.stringify(this.reader.present(await this.reader.runWithin(ctx, variables)));
    if (isMatched([strongTag(text, true), strongTag(text, false)], this.condition)) return;
    throw new AppError('PRECONDITION_FAILED', 'it has changed since it was read: read it again');
  }
}
