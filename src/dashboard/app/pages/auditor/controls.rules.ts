export const STATUSES = ['all', 'passed', 'failed', 'not_assessed', 'not_applicable'] as const;
export type StatusChoice = (typeof STATUSES)[number];

/** Controls of a status whose code, title or category has every word. */
export function matching<Control extends { controlId: string; title: string; category: string; status: string }>(
  controls: readonly Control[],
  { status, words }: { status: StatusChoice; words: string },
): Control[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return controls.filter((control) => {
    const text = `${control.controlId} ${control.title} ${control.category}`.toLowerCase();
    return (status === 'all' || control.status === status) && wanted.every((word) => text.includes(word));
  });
}
