interface Artifact {
  id: string;
  title: string;
  /** RFC 3339; of what was uploaded just now it goes without saying. */
  createdAt?: string;
  withdrawal?: object | null;
}

const GROUPS = ['uploaded', 'ofControl', 'uploads', 'scanned'] as const;
type Group = (typeof GROUPS)[number];

/** Groups of artifacts that can be named: each artifact once, in the first group that has it, none that was withdrawn, no empty group. */
export function groupsOf(
  given: Readonly<Record<Group, readonly Artifact[]>>,
): { group: Group; artifacts: Artifact[] }[] {
  const seen = new Set<string>();
  return GROUPS.map((group) => ({
    group,
    artifacts: given[group].filter(({ id, withdrawal }) => {
      const isNew = (withdrawal ?? null) === null && !seen.has(id);
      seen.add(id);
      return isNew;
    }),
  })).filter(({ artifacts }) => artifacts.length > 0);
}
