/** Of all items together, as JSON. */
const HELD_CHARACTERS_MAX = 64 * 1024 * 1024;

/**
 * All items of a list together, of which there may be 64 MiB: whoever answers without an end exhausts no memory.
 * @param tooLong makes what is thrown where there is more
 */
export async function wholeOf<T>(items: AsyncIterable<T>, tooLong: () => Error): Promise<T[]> {
  const whole: T[] = [];
  let characters = 0;
  for await (const item of items) {
    characters += JSON.stringify(item).length;
    if (characters > HELD_CHARACTERS_MAX) throw tooLong();
    whole.push(item);
  }
  return whole;
}
