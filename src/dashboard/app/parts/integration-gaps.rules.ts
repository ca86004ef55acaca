interface Withheld {
  checkIds: readonly string[];
}

/** Number of the checks that cannot look, over all that is given: several reasons, or several integrations, may hold one. */
export function checksOnHold(withheld: readonly Withheld[]): number {
  return new Set(withheld.flatMap(({ checkIds }) => checkIds)).size;
}

interface Scannable {
  type: string;
  schedule: unknown;
}

interface Kind {
  type: string;
  acceptsReports: boolean;
}

/** Integrations that a scan reads, and those of them that no schedule scans: a report that is imported becomes a scan by itself. */
export function scannedOf<Integration extends Scannable>(integrations: readonly Integration[], kinds: readonly Kind[]) {
  const imports = new Set(kinds.filter(({ acceptsReports }) => acceptsReports).map(({ type }) => type));
  const scanned = integrations.filter(({ type }) => !imports.has(type));
  return { scanned, unscheduled: scanned.filter(({ schedule }) => schedule === null) };
}
