/** Percentages and changes as people read them, in one language. */
export interface Figures {
  /** `61.4%`, `3.0%`: one decimal, but 0 and 100 have none, and nothing else is rounded to them. @param value 0–100 */
  percent: (value: number) => string;
  /** `61%`, of progress: 100 only at the end. @param value 0–100 */
  wholePercent: (value: number) => string;
  /** `+2.1`, `−2.0`: with its sign, of the width of the plus, and one decimal; 0 has neither. */
  change: (value: number) => string;
  /** `+4`, `−2`, `0`: how a number of things changed. */
  signed: (value: number) => string;
  /** `500 GiB`, `1.2 MiB`, `0 B`: bytes of storage, which is limited in multiples of 1,024. */
  storage: (bytes: number) => string;
}

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** @param language BCP 47, of the page */
export function figuresIn(language: string): Figures {
  const whole = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(language, { style: 'percent', ...ONE_DECIMAL });
  const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const signed = new Intl.NumberFormat(language, { ...ONE_DECIMAL, signDisplay: 'exceptZero' });
  const counted = new Intl.NumberFormat(language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return {
    percent: (value) => {
      if (value <= 0 || value >= 100) return whole.format(value / 100);
      return exact.format(Math.min(Math.max(value, 0.1), 99.9) / 100);
    },
    wholePercent: (value) => whole.format(Math.floor(value) / 100),
    storage: (bytes) => {
      const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), BINARY_UNITS.length - 1);
      return `${short.format(bytes / 1_024 ** step)} ${BINARY_UNITS[step] ?? ''}`;
    },
    signed: (value) => counted.format(value).replace('-', '−'),
    change: (value) => (value === 0 ? '0' : signed.format(value).replace('-', '−')),
  };
}
