import { DAY_MS } from './calendar.rules';
import { useFormat } from './format';

/** How long ago a moment is said in days; what is older has its date. Days. */
const RELATIVE_DAYS = 14;

function isNear(at: string, now = new Date()): boolean {
  return Math.abs(now.getTime() - Date.parse(at)) < RELATIVE_DAYS * DAY_MS;
}

/** When something was: within two weeks how long ago, before that on which day; the moment itself under the pointer. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {isNear(at) ? format.relative(at) : format.date(at)}
    </time>
  );
}
