/** Failure of a command, or a negative result of a check; the message explains it to the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
