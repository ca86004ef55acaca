/** Parts of the settings, each a page of its own, in the order of the index. */
export const SETTINGS_PARTS = ['organization', 'compliance', 'access', 'connections', 'leaving'] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

interface SettingsSearch {
  /** The part that is shown. @default the first one */
  part?: SettingsPart | undefined;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  // The first one is that of the bare address.
  return { part: SETTINGS_PARTS.slice(1).find((each) => each === search.part) };
}
