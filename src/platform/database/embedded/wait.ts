import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 15;

/** The first result of `probe` that is not null, called at once and then every 15 ms; null after `timeoutMs`. */
export async function waitFor<T>(probe: () => T | null | Promise<T | null>, timeoutMs: number): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await probe();
    if (answer !== null || performance.now() >= deadline) return answer;
    await sleep(POLL_MS);
  }
}
