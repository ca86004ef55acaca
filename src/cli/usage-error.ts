/** Wrong arguments; the message explains them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
