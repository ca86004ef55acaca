/** Maximum age, in days, of deciding evidence that is in date. Source: schema/contract/status.md, "Score". */
export const SCAN_DAYS = 30;
export const ASSESSMENT_DAYS = 365;
