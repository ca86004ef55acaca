import { useTranslation } from 'react-i18next';
import { useShell } from '../api/shell-data';
import { distanceIn } from './calendar.rules';
import { figuresIn, type Figures } from './figures.rules';

/** Formats of figures and times: in the language of the page, times in the time zone of the organization. */
export interface Format extends Figures {
  number(value: number): string;
  /** `12 Nov 2026`. */
  date(moment: string): string;
  /** `12 Nov`, where the year goes without saying. */
  shortDate(moment: string): string;
  /** `12 Nov 2026`, of a calendar day, which is the same in every time zone. @param day `2026-11-12` */
  day(day: string): string;
  /** `12 Nov 2026, 10:42`. */
  dateTime(moment: string): string;
  /** `12 Nov 2026, 10:42:05`. */
  exactTime(moment: string): string;
  /** `10:42`. */
  time(moment: string | Date): string;
  /** `3 days ago`, `in 2 hours`: hours below 12, then calendar days. */
  relative(moment: string, now?: Date): string;
  /** The same with its unit abbreviated: `27 sec ago`. */
  shortRelative(moment: string): string;
  /** `1.4 MB`. */
  bytes(size: number): string;
}

const made = new Map<string, Format>();

/** Cached for each language and zone: creation takes a millisecond, and a table has hundreds of cells. */
export function formatIn(language: string, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  const format = made.get(key) ?? makeFormat(language, timeZone);
  made.set(key, format);
  return format;
}

function makeFormat(language: string, timeZone: string): Format {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  const shortDate = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const exactTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const shortRelative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const distance = distanceIn(timeZone);
  return {
    ...figuresIn(language),
    number: (value) => number.format(value),
    date: (moment) => date.format(new Date(moment)),
    shortDate: (moment) => shortDate.format(new Date(moment)),
    day: (each) => day.format(new Date(`${each}T00:00:00Z`)),
    dateTime: (moment) => dateTime.format(new Date(moment)),
    exactTime: (moment) => exactTime.format(new Date(moment)),
    time: (moment) => time.format(new Date(moment)),
    relative: (moment, now = new Date()) => {
      const { value, unit } = distance(new Date(moment), now);
      return relative.format(value, unit);
    },
    shortRelative: (moment) => {
      const { value, unit } = distance(new Date(moment), new Date());
      return shortRelative.format(value, unit);
    },
    bytes: (size) => {
      const unit = size >= 1e9 ? 'gigabyte' : size >= 1e6 ? 'megabyte' : size >= 1e3 ? 'kilobyte' : 'byte';
      const scale = { gigabyte: 1e9, megabyte: 1e6, kilobyte: 1e3, byte: 1 }[unit];
      // Short, bytes have no plural: `0 byte`.
      const unitDisplay = unit === 'byte' ? 'long' : 'short';
      const figure = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(language, figure).format(size / scale);
    },
  };
}

export function useFormat(): Format {
  const { i18n } = useTranslation();
  const { organization } = useShell();
  const { timezone } = organization.settings;
  return formatIn(regionOf(i18n.language), timezone);
}

/** Regional variant of a language from the preferences of the browser: `en` may be `en-GB`. */
export function regionOf(language: string): string {
  return navigator.languages.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;
}
