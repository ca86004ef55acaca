/** How old what decides a status may be. Source: schema/contract/status.md, "Score". */
export const SCAN_DAYS = 30;
export const ASSESSMENT_DAYS = 365;
