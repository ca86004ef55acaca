/** What compliant assessments over part mappings do. */
export type PartialAssessments = 'pass' | 'contribute';

/** Fields of an organization in the form. */
export interface ProfileValues {
  name: string;
  timezone: string;
  retentionDays: number;
  hipaaPrivacy: boolean;
  partialAssessments: PartialAssessments;
}

/** In the order of the form. */
export const PARTIAL_ASSESSMENTS = ['pass', 'contribute'] as const satisfies readonly PartialAssessments[];

/** Input of `updateOrganization`. */
export interface ProfileChange {
  name?: string;
  settings?: Partial<Omit<ProfileValues, 'name'>>;
}

/** Changed fields, which are the ones to send; null for none. */
export function changeOf(saved: ProfileValues, edits: Partial<ProfileValues>): ProfileChange | null {
  const name = edits.name !== undefined && edits.name !== saved.name ? { name: edits.name } : {};
  const settings = {
    ...(edits.timezone !== undefined && edits.timezone !== saved.timezone ? { timezone: edits.timezone } : {}),
    ...(edits.retentionDays !== undefined && edits.retentionDays !== saved.retentionDays
      ? { retentionDays: edits.retentionDays }
      : {}),
    ...(edits.hipaaPrivacy !== undefined && edits.hipaaPrivacy !== saved.hipaaPrivacy
      ? { hipaaPrivacy: edits.hipaaPrivacy }
      : {}),
    ...(edits.partialAssessments !== undefined && edits.partialAssessments !== saved.partialAssessments
      ? { partialAssessments: edits.partialAssessments }
      : {}),
  };
  const change = { ...name, ...(Object.keys(settings).length > 0 ? { settings } : {}) };
  return Object.keys(change).length > 0 ? change : null;
}

/** Selectable time zones in alphabetical order: those of the browser, UTC, and the current one. */
export function zonesWith(known: readonly string[], present: string): string[] {
  return [...new Set([...known, 'UTC', present])].toSorted((a, b) => (a < b ? -1 : 1));
}
