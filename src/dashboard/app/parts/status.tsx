import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS, PASSED_IN_PART, type ShownStatus } from './band.rules';
import { useFormat } from './format';
import { Sign } from './sign';

/** A control status as sign and word. */
export function Status({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('common');
  return (
    <span className="badge">
      <Sign {...BAND_OF_STATUS[status]} />
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

/** A control that is passed in full, or how much of it is shown; without figures where only the level is known, as in its history. */
export function Passed({ assurance }: { assurance: Assurance | Assurance['level'] }) {
  const { t } = useTranslation('common');
  const level = typeof assurance === 'string' ? assurance : assurance.level;
  if (level === 'full') {
    return (
      <span className="badge">
        <Sign {...BAND_OF_STATUS.passed} />
        {t('assurance.full')}
      </span>
    );
  }
  return (
    <span className="badge">
      <Sign {...PASSED_IN_PART} />
      {typeof assurance === 'string' ? t('assurance.partial') : t(wordsOf(assurance), { ...assurance })}
    </span>
  );
}

/** Of what nothing is proven it says so: figures alone read like a contradiction. */
function wordsOf({ shown }: Assurance) {
  return shown === 0 ? 'assurance.onTrust' : 'assurance.counted';
}

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

/** A score as a bar and a percentage. @param percent 0–100; null is not assessed */
export function Score({ percent }: { percent: number | null }) {
  const format = useFormat();
  if (percent === null) return <Status status="not_assessed" />;
  return (
    <span className="score">
      <span className="score-bar" aria-hidden="true">
        <span style={{ width: `${String(percent)}%` }} />
      </span>
      {format.percent(percent)}
    </span>
  );
}
