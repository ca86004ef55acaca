const STANDINGS = ['full', 'partial', 'failed', 'not_assessed', 'not_applicable'] as const;
/** Where a control stands: a passed one in full or in part. */
type Standing = (typeof STANDINGS)[number];
export type StandingChoice = Standing | 'all';

interface Listed {
  controlId: string;
  title: string;
  category: string;
  status: 'passed' | 'failed' | 'not_assessed' | 'not_applicable';
  assurance: { level: 'full' | 'partial' } | null;
}

function standingOf({ status, assurance }: Listed): Standing {
  return status === 'passed' ? (assurance?.level ?? 'full') : status;
}

/** How many controls stand where, of each standing that there is, in the order of `STANDINGS`. */
export function countStandings(controls: readonly Listed[]): { standing: Standing; count: number }[] {
  return STANDINGS.map((standing) => ({
    standing,
    count: controls.filter((control) => standingOf(control) === standing).length,
  })).filter(({ count }) => count > 0);
}

/** Controls of a standing whose code, title or category has every word. */
export function matching<Control extends Listed>(
  controls: readonly Control[],
  { standing, words }: { standing: StandingChoice; words: string },
): Control[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return controls.filter((control) => {
    const text = `${control.controlId} ${control.title} ${control.category}`.toLowerCase();
    return (standing === 'all' || standingOf(control) === standing) && wanted.every((word) => text.includes(word));
  });
}
