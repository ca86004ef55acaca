/** Runs of each size. The least counts: what else the process or the machine does only ever adds. */
const RUNS = 7;

/**
 * How many times as much CPU `work` takes for four times the size: about 4 for work in proportion, 16 for work that
 * grows as the square. A ratio within one run, so it says the same on a slow and on a busy machine.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  const least = { small: Infinity, large: Infinity };
  await work(size);
  for (let run = 0; run < RUNS; run += 1) {
    least.small = Math.min(least.small, await cpuOf(() => work(size)));
    least.large = Math.min(least.large, await cpuOf(() => work(4 * size)));
  }
  return least.large / least.small;
}

/** Microseconds of CPU that this process spends until `work` has ended. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
