/** Something the operator asked for cannot be done, or was found wanting; the message says what. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
