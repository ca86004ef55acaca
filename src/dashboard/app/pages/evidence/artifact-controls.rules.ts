/** Where controls stand, in the order in which they are looked for: what fails first. */
const STANDINGS = ['failed', 'full', 'partial', 'not_assessed', 'not_applicable'] as const;
/** What a scan says, in the same order. */
const RESULTS = ['fail', 'pass', 'undecided'] as const;

interface Listed {
  id: string;
  status: 'failed' | 'passed' | 'not_assessed' | 'not_applicable';
  assurance: { level: 'full' | 'partial' } | null;
  framework: { slug: string; name: string };
}

/** What is counted of the controls of an artifact: where they stand today, or what the scan says that stored it. */
type Counted = (typeof STANDINGS)[number] | (typeof RESULTS)[number];

/** Controls of one framework. */
export interface FrameworkGroup<Control> {
  slug: string;
  name: string;
  /** Those that fail first. */
  controls: Control[];
  /** Of what some have. */
  counts: readonly { counted: Counted; count: number }[];
}

/** What the results of a scan say of a control that it looked at. */
export function resultIn(results: ReadonlyMap<string, 'fail' | 'pass'>, id: string): (typeof RESULTS)[number] {
  return results.get(id) ?? 'undecided';
}

/**
 * Controls by their framework, in the order in which frameworks come first, with how many have each result of the scan that stored the
 * artifact; of an upload, which has none, with how many stand where today.
 * @param results null of an upload
 */
export function byFramework<Control extends Listed>(
  controls: readonly Control[],
  results: ReadonlyMap<string, 'fail' | 'pass'> | null,
): FrameworkGroup<Control>[] {
  const order: readonly Counted[] = results === null ? STANDINGS : RESULTS;
  const countedOf = (control: Control): Counted => {
    if (results !== null) return resultIn(results, control.id);
    return control.status === 'passed' ? (control.assurance?.level ?? 'full') : control.status;
  };
  const slugs = new Set(controls.map(({ framework }) => framework.slug));
  return [...slugs].map((slug) => {
    const found = controls.filter(({ framework }) => framework.slug === slug);
    const counts = order.map((counted) => ({
      counted,
      count: found.filter((each) => countedOf(each) === counted).length,
    }));
    return {
      slug,
      name: found[0]?.framework.name ?? slug,
      controls: found.toSorted((a, b) => order.indexOf(countedOf(a)) - order.indexOf(countedOf(b))),
      counts: counts.filter(({ count }) => count > 0),
    };
  });
}
