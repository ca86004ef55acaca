/** Position in the write-ahead log, as PostgreSQL writes it (`16/B374D848`), as a number that can be compared. */
export function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A position that no server reaches. */
export const BEYOND_ALL = 'FFFFFFFF/FFFFFFFF';
