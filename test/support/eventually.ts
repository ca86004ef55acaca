const PAUSE_MS = 25;

/**
 * Result of `look`, as soon as there is one.
 * @throws {Error} on a timeout
 */
export async function eventually<T>(look: () => Promise<T | null>, timeoutMs = 120_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
