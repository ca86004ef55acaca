/** Reports that were chosen before their integration was connected, by its id; each is taken once. */
const reports = new Map<string, File>();

/** Leaves a report for the panel of the integration, which imports it when it opens. */
export function handOver(integrationId: string, report: File): void {
  reports.set(integrationId, report);
}

/** The report that was left for an integration, which has none from then on; undefined for none. */
export function takeReport(integrationId: string): File | undefined {
  const report = reports.get(integrationId);
  reports.delete(integrationId);
  return report;
}
