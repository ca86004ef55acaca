import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ASSURANCE_GLYPHS, BAND_OF_STATUS, bandOf, type ShownStatus } from './band.rules';
import { useFormat } from './format';

/** Badge of a control status: icon and word on its color. */
export function Status({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('common');
  const { name, glyph } = BAND_OF_STATUS[status];
  return (
    <span className={`badge band-${name}`}>
      {glyph !== '' && <span aria-hidden="true">{glyph}</span>}
      {t(`status.${status}`)}
    </span>
  );
}

/** How much of a passed control is shown. */
export interface Assurance {
  level: 'full' | 'partial';
  shown: number;
  needed: number;
}

/** What a list shows of where a control stands. */
export interface StandingControl {
  status: 'passed' | 'failed' | 'not_assessed' | 'not_applicable';
  /** Null where it is not passed. */
  assurance: Assurance | null;
  disputed: boolean;
}

/** The status of a control, how much of it is shown where it is passed, and a mark where tests and people contradict each other. */
export function ControlStatus({ control: { status, assurance, disputed } }: { control: StandingControl }) {
  return (
    <span className="badges">
      {assurance === null ? <Status status={status} /> : <Passed assurance={assurance} />}
      {disputed && <Disputed />}
    </span>
  );
}

/** A passed control with how much of it is shown; without figures where only the level is known, as in its history. */
export function Passed({ assurance }: { assurance: Assurance | Assurance['level'] }) {
  const { t } = useTranslation('common');
  const level = typeof assurance === 'string' ? assurance : assurance.level;
  const { name, glyph } = level === 'full' ? BAND_OF_STATUS.passed : PASSED_IN_PART;
  const words =
    typeof assurance === 'string' || level === 'full'
      ? t(`assurance.${level}`)
      : t('assurance.counted', { shown: assurance.shown, needed: assurance.needed });
  return (
    <span className={`badge band-${name}`}>
      <span aria-hidden="true">{glyph}</span>
      {t('status.passed')} · <span aria-hidden="true">{ASSURANCE_GLYPHS[level]}</span>
      {words}
    </span>
  );
}

/** Lighter than what is passed in full; the words and the second sign say it without colour. */
const PASSED_IN_PART = { name: 'good', glyph: BAND_OF_STATUS.passed.glyph } as const;

/** The mark of a control on which tests and an assessment contradict each other. */
function Disputed() {
  const { t } = useTranslation('common');
  return (
    <span className="badge disputed" title={t('disputed.sentence')}>
      <span aria-hidden="true">≠</span>
      {t('disputed.mark')}
      <VisuallyHidden>: {t('disputed.sentence')}</VisuallyHidden>
    </span>
  );
}

/** A score as sign and percentage, on its colour. @param percent 0–100; null is not assessed */
export function Score({ percent }: { percent: number | null }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { name, glyph } = bandOf(percent);
  return (
    <span className={`badge band-${name}`}>
      <span aria-hidden="true">{glyph}</span>
      {percent === null ? t('status.not_assessed') : format.percent(percent)}
    </span>
  );
}
