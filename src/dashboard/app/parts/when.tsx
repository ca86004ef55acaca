import { useFormat } from './format';

/** How long ago a moment is said in days; what is older has its date. Days. */
const RELATIVE_DAYS = 14;
const DAY_MS = 86_400_000;

/** When something was: within two weeks how long ago, before that on which day; the moment itself under the pointer. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  const isNear = Math.abs(Date.now() - Date.parse(at)) < RELATIVE_DAYS * DAY_MS;
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {isNear ? format.relative(at) : format.date(at)}
    </time>
  );
}
