import { DAY_MS } from './calendar.rules';
import { useFormat } from './format';

/** How far off a moment is said in days; what is farther has its date. Days. */
const RELATIVE_DAYS = 14;

interface AgoProps {
  at: string;
  /** Whether the unit is abbreviated: `27 sec ago`. @default false */
  isShort?: boolean;
}

function isNear(at: string, now = new Date()): boolean {
  return Math.abs(now.getTime() - Date.parse(at)) < RELATIVE_DAYS * DAY_MS;
}

/** How long ago a moment is, or in how long it comes, within two weeks; beyond, its day. The moment itself under the pointer. */
export function Ago({ at, isShort = false }: AgoProps) {
  const format = useFormat();
  const relative = () => (isShort ? format.shortRelative(at) : format.relative(at));
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {isNear(at) ? relative() : format.date(at)}
    </time>
  );
}
