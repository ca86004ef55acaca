import type { ReportContent } from '../content/content.type.js';
import type { ReportFormat } from '../report-kinds.js';

/** What the process that writes a report file reads from its input, as JSON. */
export interface FormatJob {
  content: ReportContent;
  format: ReportFormat;
}

/** Exit code of the process where Node.js refuses it memory, which the kernel or the heap limit do by ending it. */
export const OUT_OF_MEMORY = 3;
