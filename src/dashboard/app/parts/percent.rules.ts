/** 100 × part / whole: percent, one decimal; 0 where the whole is 0. The same as that of the service, which a test compares. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
