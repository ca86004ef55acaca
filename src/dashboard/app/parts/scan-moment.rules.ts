/** The moment by which a scan is named: what it found holds since its completion; until then, its creation. */
export function momentOfScan({ completedAt, createdAt }: { completedAt: string | null; createdAt: string }): string {
  return completedAt ?? createdAt;
}
