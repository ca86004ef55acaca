/** What of an organization can be changed in one form. */
export interface ProfileValues {
  name: string;
  timezone: string;
  retentionDays: number;
  hipaaPrivacy: boolean;
}

/** As `updateOrganization` takes it. */
export interface ProfileChange {
  name?: string;
  settings?: Partial<Omit<ProfileValues, 'name'>>;
}

/** What of the edits differs from what is saved, for only that is sent; null where nothing does. */
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
  };
  const change = { ...name, ...(Object.keys(settings).length > 0 ? { settings } : {}) };
  return Object.keys(change).length > 0 ? change : null;
}

/** The zones to choose from, in alphabetical order: those that the browser knows, UTC, and the one that is set. */
export function zonesWith(known: readonly string[], present: string): string[] {
  return [...new Set([...known, 'UTC', present])].toSorted((a, b) => (a < b ? -1 : 1));
}
