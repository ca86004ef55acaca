/** Pure functions on calendar days, `2026-03-01`, as people write them in a language. */

type Part = 'day' | 'month' | 'year';

interface Pattern {
  /** Parts in the order in which the language writes them. */
  parts: readonly Part[];
  separator: string;
}

const PARTS: ReadonlySet<string> = new Set<Part>(['day', 'month', 'year']);

/** Order of day, month and year in a language, and what stands between them. */
function patternIn(language: string): Pattern {
  const figures = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  const written = new Intl.DateTimeFormat(language, figures).formatToParts(0);
  const isPart = (type: string): type is Part => PARTS.has(type);
  return {
    parts: written.map(({ type }) => type).filter(isPart),
    separator: written.find(({ type }) => type === 'literal')?.value.trim() ?? '-',
  };
}

/** A day as the language writes it in figures, `31.12.2026`; empty for none. */
export function writtenDay(day: string, language: string): string {
  const [year = '', month = '', ofMonth = ''] = day.split('-');
  return day === '' ? '' : patternOf({ year, month, day: ofMonth }, language);
}

/** The figures, or letters that stand for them, in the order of the language: `TT.MM.JJJJ`. */
export function patternOf(letters: Readonly<Record<Part, string>>, language: string): string {
  const { parts, separator } = patternIn(language);
  return parts.map((part) => letters[part]).join(separator);
}

/** A day that somebody wrote in the order of their language, or as ISO 8601: empty for nothing, null for no day. */
export function dayWritten(text: string, language: string): string | null {
  const written = text.trim();
  if (written === '') return '';
  const isIso = /^\d{4}-\d{1,2}-\d{1,2}$/.test(written);
  const figures = /^(\d+)\D+(\d+)\D+(\d+)\.?$/.exec(written)?.slice(1);
  if (!figures) return null;
  const parts: readonly Part[] = isIso ? ['year', 'month', 'day'] : patternIn(language).parts;
  const of = (part: Part) => figures[parts.indexOf(part)] ?? '';
  if (!/^[12]\d{3}$/.test(of('year'))) return null;
  const day = `${of('year')}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  // Of the 31st of a shorter month `Date` makes the 1st of the next.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day;
}
