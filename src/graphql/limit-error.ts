import { GraphQLError } from 'graphql';
import { AppError } from '../platform/errors.js';

/** What is beyond which limit. */
export interface Excess {
  limit: number;
  /** What was counted or estimated; absent where counting ended at the limit. */
  estimated?: number;
  /** Names in the response that lead to the list with most of the fields, where the limit is one of the response. */
  heaviestPath?: readonly string[];
}

/** Refusal of a query beyond the limits: always a 4xx. */
export class LimitError extends GraphQLError {
  /** @param excess absent where no limit is exceeded, for a fragment that spreads itself */
  constructor(message: string, excess?: Excess) {
    const facts = excess ? { ...excess } : {};
    super(message, {
      originalError: new AppError(excess ? 'QUERY_TOO_LARGE' : 'VALIDATION_FAILED', message, { facts }),
      extensions: { http: { status: 400 } },
    });
  }
}

/** Whether `err` is a syntax error of a GraphQL text. */
export function isSyntaxError(err: unknown): boolean {
  return err instanceof GraphQLError && !(err instanceof LimitError);
}
