interface Found {
  status: string;
  controlId: string;
  title: string;
}

/** Controls that a search found: of that very identifier or title, then by words of these, then by other text; what fails first in each. */
export function ranked<Control extends Found>(controls: readonly Control[], q: string): Control[] {
  const wanted = q.toLowerCase();
  const placeOf = (control: Control) => {
    if ([control.controlId, control.title].some((each) => each.toLowerCase() === wanted)) return 0;
    return (isNamed(control, q) ? 1 : 3) + (control.status === 'failed' ? 0 : 1);
  };
  return controls.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Whether its identifier and title have every word that is typed: else the service found it by its other text. */
export function isNamed({ controlId, title }: Omit<Found, 'status'>, q: string): boolean {
  return hasWords(`${controlId} ${title}`, q);
}

/** Failing checks of which the fault, the title or the id has every word that is typed: ids have the abbreviations that people use (`mfa`). */
export function failingOf<Facet extends { check: { id: string; title: string; fault: string } }>(
  facets: readonly Facet[],
  q: string,
): Facet[] {
  return facets.filter(({ check: { id, title, fault } }) => hasWords(`${fault} ${title} ${id}`, q));
}

function hasWords(text: string, q: string): boolean {
  const searched = text.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
