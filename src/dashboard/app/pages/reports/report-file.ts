import { pathOf } from './reports.rules';
import type { ReportFormat } from './reports.gql';

/** Saves the file of a report; an HTML file opens in a tab, because the service serves files as downloads only. */
export async function openReport(url: string, format: ReportFormat): Promise<void> {
  if (format !== 'html') {
    window.location.assign(url);
    return;
  }
  const response = await fetch(pathOf(url));
  if (!response.ok) throw new Error(response.statusText);
  const page = new Blob([await response.arrayBuffer()], { type: 'text/html' });
  window.open(URL.createObjectURL(page), '_blank');
}
