const PAUSE_MS = 25;

/**
 * What `look` finds, as soon as it finds something.
 * @throws {Error} when it has found nothing in time
 */
export async function eventually<T>(look: () => Promise<T | null>, timeoutMs = 30_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
