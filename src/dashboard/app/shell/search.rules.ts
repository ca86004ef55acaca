interface Found {
  status: string;
  controlId: string;
  title: string;
}

/** Controls that a search found: one of that very identifier or title first, then what fails, else in their order. */
export function ranked<Control extends Found>(controls: readonly Control[], q: string): Control[] {
  const wanted = q.toLowerCase();
  const placeOf = ({ status, controlId, title }: Control) => {
    if ([controlId, title].some((each) => each.toLowerCase() === wanted)) return 0;
    return status === 'failed' ? 1 : 2;
  };
  return controls.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Failing checks of which the fault or the title has every word that is typed. */
export function failingOf<Facet extends { check: { title: string; fault: string } }>(
  facets: readonly Facet[],
  q: string,
): Facet[] {
  const words = q.toLowerCase().split(/\s+/);
  return facets.filter(({ check: { title, fault } }) => {
    const text = `${fault} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
