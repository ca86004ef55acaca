const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A number of bytes for readers: `4.5 GiB`, one decimal at most, in the largest unit of which there is at least one. */
export function byteText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round((10 * bytes) / 2 ** (10 * power)) / 10} ${UNITS[power] ?? ''}`;
}
