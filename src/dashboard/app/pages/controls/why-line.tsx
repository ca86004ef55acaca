import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { useFormat } from '../../parts/format';
import { Reason } from '../../parts/reason';
import { ControlStatus } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { VALUES_ARE_TEXT } from '../../parts/values-are-text';
import { Cause } from './cause';
import { useFailing, type Failing } from './use-failing';
import { useReasonWords } from './reason-words';
import type { ShownControl } from './control.page';
import { judgementsOf, type Judgement } from './timeline.rules';
import { isInterrupted, whyOf, type Why } from './why.rules';

/** Status of a control, since when, and its reason. */
export function WhyLine({ control }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const may = useMay();
  const why = whyOf(control);
  const failing = useFailing(control);
  const judgement = judgementOf(why, judgementsOf(control.mappings));
  const isFailing = control.isCurrent && why.by === 'scan' && failing !== null && failing.length > 0;
  return (
    <Stack gap="sm" mt={4} align="flex-start" maw={760}>
      <ControlStatus control={control} />
      {isFailing && <Cause failing={failing} latestFinding={control.latestFinding} />}
      <Text component="div">
        {control.isCurrent ? (
          <Because
            why={why}
            failing={control.status === 'failed' ? failing : []}
            isInterrupted={isFailing && isInterrupted(why.since, control.results)}
            assessor={judgement?.assessedBy.name ?? null}
          />
        ) : (
          t('why.gone', { version: control.framework.version })
        )}
        {control.disputed && ` ${t(disputeOf(control.status, why))}`}
        {control.assurance?.level === 'partial' && ` ${t('why.partial', partOf(control.assurance))}`}
      </Text>
      {judgement?.details != null && <Reason text={judgement.details} isFailed={control.status === 'failed'} />}
      {control.status === 'failed' && why.by === 'assessment' && may('createAssessment') && (
        <ButtonLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: why.universalControl.id }}
          search={{ assess: true }}
          size="compact-md"
        >
          {t('control.reassess', { code: why.universalControl.code })}
        </ButtonLink>
      )}
    </Stack>
  );
}

/** What contradicts what, in a sentence. */
function disputeOf(status: ShownControl['status'], { by }: Why) {
  if (by === 'scan' && status === 'failed') return 'why.disputed.heldByTests';
  if (by === 'scan') return 'why.disputed.passedByTests';
  return by === 'assessment' && status === 'failed' ? 'why.disputed.failedByAssessment' : 'why.disputed.other';
}

function partOf({ shown, needed }: { shown: number; needed: number }) {
  return { shown, needed, count: needed };
}

interface BecauseProps {
  why: Why;
  /** Null while it is read. */
  failing: readonly Failing[] | null;
  assessor: string | null;
  /** Whether it stayed failed over scans in which no check failed. */
  isInterrupted: boolean;
}

function Because({ why, failing, assessor, isInterrupted }: BecauseProps) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  const wordsOf = useReasonWords();
  const since = why.since === null ? '' : `${t('why.since', { moment: format.dateTime(why.since) })} `;
  switch (why.by) {
    case 'nothing':
      return why.since === null ? t('why.nothing') : t('why.nothingLeft', { moment: format.dateTime(why.since) });
    case 'scope':
      return since + t('why.scope', { reason: why.reason });
    case 'ledger':
      return t('why.ledger', { moment: format.dateTime(why.since), reason: wordsOf(why.change) });
    case 'scan':
      return (
        <>
          {since}
          <Trans
            t={t}
            i18nKey={failing === null || failing.length > 0 ? 'controls:why.decided' : 'controls:why.scan'}
            values={{ moment: format.dateTime(why.moment) }}
            {...VALUES_ARE_TEXT}
            components={{ origin: <ScanLink scanId={why.scanId} /> }}
          />{' '}
          {/* While it is not known what fails now, nothing else is named. */}
          {failing !== null && failing.length === 0 && why.summary}
          {isInterrupted && t('why.interrupted')}
        </>
      );
    case 'assessment': {
      const { id, code } = why.universalControl;
      const values = {
        code,
        verdict: t(`common:status.${why.verdict}`),
        moment: format.dateTime(why.moment),
        assessor: assessor ?? '',
      };
      return (
        <>
          {since}
          <Trans
            t={t}
            i18nKey={assessor === null ? 'controls:why.assessment' : 'controls:why.assessmentBy'}
            values={values}
            {...VALUES_ARE_TEXT}
            components={{ origin: <UniversalControlLink id={id} /> }}
          />
        </>
      );
    }
  }
}

/** The decisive assessment; null for any other reason. */
function judgementOf(why: Why, judgements: readonly Judgement[]): Judgement | null {
  if (why.by !== 'assessment') return null;
  const decided = judgements.find(
    ({ createdAt, universalControl }) => createdAt === why.moment && universalControl.id === why.universalControl.id,
  );
  return decided ?? null;
}

function ScanLink({ scanId, children }: { scanId: string; children?: ReactNode }) {
  return (
    <TextLink to="/scans/$scanId" params={{ scanId }} inherit>
      {children}
    </TextLink>
  );
}

function UniversalControlLink({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }} inherit>
      {children}
    </TextLink>
  );
}
