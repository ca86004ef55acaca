import { useFormat } from './format';

/** How long ago a moment is, or in how long it comes; the moment itself under the pointer. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at)}
    </time>
  );
}
