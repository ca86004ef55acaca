/** Limit for all items of a list together, as JSON. */
const LIST_CHARS_MAX = 64 * 1024 * 1024;

/**
 * Collects all items of a list into memory, up to 64 MiB, so that an endless list cannot exhaust it.
 * @param tooLong creates the error that is thrown beyond that
 */
export async function wholeOf<T>(items: AsyncIterable<T>, tooLong: () => Error): Promise<T[]> {
  const whole: T[] = [];
  let characters = 0;
  for await (const item of items) {
    characters += JSON.stringify(item).length;
    if (characters > LIST_CHARS_MAX) throw tooLong();
    whole.push(item);
  }
  return whole;
}
