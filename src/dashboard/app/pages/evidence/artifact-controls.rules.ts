/** Statuses in the order in which they are looked for: what fails first. */
const ORDER = ['failed', 'passed', 'not_assessed', 'not_applicable'] as const;

type Status = (typeof ORDER)[number];

interface Listed {
  status: Status;
  framework: { slug: string; name: string };
}

/** Controls of one framework. */
export interface FrameworkGroup<Control> {
  slug: string;
  name: string;
  /** Those that fail first. */
  controls: Control[];
  /** Of the statuses that some have. */
  counts: readonly { status: Status; count: number }[];
}

/** Controls by their framework, in the order in which frameworks come first, with how many have each status. */
export function byFramework<Control extends Listed>(controls: readonly Control[]): FrameworkGroup<Control>[] {
  const slugs = new Set(controls.map(({ framework }) => framework.slug));
  return [...slugs].map((slug) => {
    const found = controls.filter(({ framework }) => framework.slug === slug);
    const counts = ORDER.map((status) => ({ status, count: found.filter((each) => each.status === status).length }));
    return {
      slug,
      name: found[0]?.framework.name ?? slug,
      controls: found.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)),
      counts: counts.filter(({ count }) => count > 0),
    };
  });
}
