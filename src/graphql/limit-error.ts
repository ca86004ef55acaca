import { GraphQLError } from 'graphql';

/** Refusal of a query beyond the limits: always a 4xx. */
export class LimitError extends GraphQLError {
  constructor(message: string) {
    super(message, { extensions: { code: 'VALIDATION_FAILED', http: { status: 400 } } });
  }
}

/** Whether `err` is a syntax error of a GraphQL text. */
export function isSyntaxError(err: unknown): boolean {
  return err instanceof GraphQLError && !(err instanceof LimitError);
}
