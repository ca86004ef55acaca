import { useFormat } from './format';

interface AgoProps {
  at: string;
  /** Whether the unit is abbreviated: `27 sec ago`. @default false */
  isShort?: boolean;
}

/** How long ago a moment is, or in how long it comes; the moment itself under the pointer. */
export function Ago({ at, isShort = false }: AgoProps) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {isShort ? format.shortRelative(at) : format.relative(at)}
    </time>
  );
}
