import type { TrackerValues } from './tracker-form.rules';

/** What a tracker holds, as a drawing of its own: columns of a board, or an issue. No mark of a maker. */
const DRAWINGS: Record<TrackerValues['kind'], readonly string[]> = {
  jira: ['M2.5 2.5h11v11h-11z', 'M6.2 2.5v11', 'M9.8 2.5v11'],
  github: ['M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z', 'M8 6.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z'],
};

/** Sign of a kind of tracker, for the eye alone. */
export function TrackerSign({ kind }: { kind: TrackerValues['kind'] }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      {DRAWINGS[kind].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
