/** What of a scan's findings a path names: those of some rules that fail in an integration. */
interface FailingFindings {
  scanId: string;
  integrationId: string;
  /** Scanner and rule, with a colon between, as the filter takes them. */
  rules: readonly string[];
}

/** REST path of every failing finding of some rules of a scan, of which a list elsewhere shows the first. */
export function failingFindingsPath({ scanId, integrationId, rules }: FailingFindings): string {
  const query = new URLSearchParams({ status: 'fail', integration_id: integrationId });
  for (const rule of rules) query.append('check_id', rule);
  return `/api/scans/${scanId}/findings?${query.toString()}`;
}
