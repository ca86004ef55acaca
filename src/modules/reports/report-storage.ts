import { DAY } from '../../platform/clock.js';

/** Time for which a report is stored without another wish. Our choice; the specification is silent. */
export const STORED_MS = 365 * DAY;
/** Longest time for which a report may be stored: ten years, as the longest retention of audit files asks for. Our choice. */
export const STORED_MAX_MS = 3_653 * DAY;
/** Room that a report reserves while it is generated. Bytes; the largest of the demo has 2 MiB. */
export const REPORT_BYTES_RESERVED = 8 * 2 ** 20;

/** What decides the moment of a report: the moment it is generated at, the end of a named scan, or a given moment. */
export type ReportMoment = 'now' | 'scan' | 'as_of';
