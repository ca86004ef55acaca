import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useMay } from '../../api/shell-data';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import type { Movement } from './posture.rules';

/** Counts and scores of the controls of all frameworks. */
export interface StandingCounts {
  /** Null, as the assured score, while nothing is assessed. */
  score: number | null;
  assuredScore: number | null;
  total: number;
  /** Passed in full. */
  assured: number;
  /** Passed in part. */
  partial: number;
  failed: number;
  waiting: number;
}

/** Figures of the head of the page. */
export interface Standing extends StandingCounts {
  /** Controls that do not fail because of exceptions in force. */
  accepted: number;
  /** As they were at the start of the window. */
  before: StandingCounts;
  /** Of what passes in full or in part. */
  movement: Movement;
}

/** How much of all controls passes in full, and how many more do in part. */
export function Answer({ standing }: { standing: Standing | null }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const may = useMay();
  if (!standing) return <Skeleton height={25} width="70%" />;
  const { assuredScore, assured, total, partial } = standing;
  if (assuredScore === null) {
    const nothing = t('answer.nothing', { total: format.number(total) });
    return may('triggerScan') ? `${nothing} ${t('answer.run')}` : nothing;
  }
  return (
    <>
      {t('answer.standing', {
        count: partial,
        assured: format.number(assured),
        total: format.number(total),
        partial: format.number(partial),
      })}
    </>
  );
}

interface HeadlineProps {
  standing: Standing;
  /** Start of the window. */
  from: string;
}

/** The three figures of the posture, each with its change and a link to its controls. Nothing while nothing is assessed. */
export function Headline({ standing, from }: HeadlineProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { assuredScore, assured, failed, waiting, accepted, before } = standing;
  if (assuredScore === null) return null;
  // Where nothing was known then, a change from nothing would be the first assessment.
  const isKnown = before.assuredScore !== null;
  const since = format.shortDate(from);
  const moved = (change: number) =>
    isKnown
      ? t('headline.change', { context: change === 0 ? 'not' : undefined, change: format.signed(change), since })
      : '';
  return (
    <dl className="posture-headline links">
      <Figure
        figure={
          <TextLink to="/controls" search={{ status: 'passed', assurance: 'full' }} inherit>
            {format.percent(assuredScore)}
          </TextLink>
        }
        name={t('headline.full')}
        note={[moved(assured - before.assured)]}
      />
      <Figure
        kind="failing"
        figure={
          <TextLink to="/controls" search={{ status: 'failed' }} inherit>
            {format.number(failed)}
          </TextLink>
        }
        name={t('headline.failing', { count: failed })}
        note={[moved(failed - before.failed)]}
        isWorse={isKnown && failed > before.failed}
        aside={
          accepted > 0 && (
            <TextLink to="/controls" search={{ accepted: true }} inherit>
              {t('headline.accepted', { count: accepted })}
            </TextLink>
          )
        }
      />
      <Figure
        figure={
          <TextLink to="/assessments" inherit>
            {format.number(waiting)}
          </TextLink>
        }
        name={t('headline.waiting', { count: waiting })}
        note={[moved(waiting - before.waiting)]}
      />
    </dl>
  );
}

interface FigureProps {
  figure: ReactNode;
  name: string;
  note: readonly string[];
  /** What would be counted too, with the way to it. */
  aside?: ReactNode;
  kind?: 'failing';
  /** Whether the change is one for the worse. @default false */
  isWorse?: boolean;
}

function Figure({ figure, name, note, aside, kind, isWorse = false }: FigureProps) {
  return (
    <div className="posture-headline-figure" data-kind={kind}>
      <dt>{name}</dt>
      <dd>
        <span className="posture-headline-number">{figure}</span>
        <span className="posture-headline-note" data-worse={isWorse || undefined}>
          {isWorse && <span aria-hidden="true">↑ </span>}
          {note.filter((each) => each !== '').join(' · ')}
        </span>
        {aside && <span className="posture-headline-note posture-headline-aside">{aside}</span>}
      </dd>
    </div>
  );
}
