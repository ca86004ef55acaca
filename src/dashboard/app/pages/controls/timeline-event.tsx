import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Passed, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { useReasonWords } from './reason-words';
import { FailingSentence } from './failing-sentence';
import type { Failing } from './use-failing';
import {
  isFreedByScan,
  type Artifact,
  type Change,
  type Finding,
  type TimelineEvent,
  type Judgement,
} from './timeline.rules';

interface TimelineEventTextProps {
  event: TimelineEvent;
  /** What fails the control now; null while it is read. */
  failing: readonly Failing[] | null;
}

/** Text of a timeline event. */
export function TimelineEventText({ event, failing }: TimelineEventTextProps) {
  switch (event.kind) {
    case 'status':
      return <ChangeText change={event.change} />;
    case 'finding':
      return (
        <Group gap="sm">
          <Status status={event.finding.status} />
          <Text style={{ overflowWrap: 'anywhere' }}>
            <FindingText finding={event.finding} failing={failing} />
          </Text>
        </Group>
      );
    case 'assessment':
      return <JudgementText judgement={event.judgement} />;
    case 'evidence':
      return <ArtifactText artifact={event.artifact} />;
  }
}

/** What a scan found; what failed in it is named by what is wrong. */
function FindingText({ finding, failing }: { finding: Finding; failing: readonly Failing[] | null }) {
  if (finding.status !== 'fail') return <>{finding.summary}</>;
  if (failing === null) return null;
  const found = failing.filter(({ scanJobId }) => scanJobId === finding.scanJobId);
  return found.length > 0 ? <FailingSentence failing={found} /> : <>{finding.summary}</>;
}

function ChangeText({ change }: { change: Change }) {
  const { t } = useTranslation('controls');
  const wordsOf = useReasonWords();
  const { previousStatus, previousAssurance, status, assurance } = change;
  // It may stay where it is and become disputed, or be shown by more of its mappings.
  const isMoved = status !== previousStatus || assurance !== previousAssurance;
  return (
    <Group gap="sm">
      {isMoved && (
        <>
          {previousAssurance === null ? <Status status={previousStatus} /> : <Passed assurance={previousAssurance} />}
          <span aria-hidden="true">→</span>
        </>
      )}
      {assurance === null ? <Status status={status} /> : <Passed assurance={assurance} />}
      <Text c="dimmed">{isFreedByScan(change) ? t('changeReason.scan_freed') : wordsOf(change)}</Text>
    </Group>
  );
}

function JudgementText({ judgement }: { judgement: Judgement }) {
  const { t } = useTranslation('controls');
  const { status, details, universalControl, assessedBy, expiredAssessmentId } = judgement;
  const isExpiry = expiredAssessmentId !== null;
  const values = { code: universalControl.code, name: assessedBy.name };
  return (
    <>
      <Group gap="sm">
        <Status status={status} />
        <Text>{t(isExpiry ? 'timeLine.expired' : 'timeLine.assessed', values)}</Text>
      </Group>
      {details !== null && !isExpiry && (
        <Text c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {details}
        </Text>
      )}
    </>
  );
}

function ArtifactText({ artifact: { type, title, fileName, size, collectedAt } }: { artifact: Artifact }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const isUpload = type === 'manual';
  // What a scan stores has a title in English alone, of which the page says all but that a scan stored it.
  const about = isUpload ? `${t('timeLine.uploaded', { file: fileName, moment: format.date(collectedAt) })} · ` : '';
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {isUpload ? title : t('timeLine.fromScan')}{' '}
      <Text component="span" c="dimmed">
        {about}
        {format.bytes(size)}
      </Text>
    </Text>
  );
}

/** Link to the source of a timeline event: a scan, a universal control, a file. */
export function SourceLink({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation('controls');
  switch (event.kind) {
    case 'status': {
      const { scanJobId, source } = event.change;
      if (source === 'scan') return scanJobId === null ? null : <ScanLink scanId={scanJobId} />;
      if (source === 'scope') return null;
      return event.universalControlId === null ? null : <AssessmentLink id={event.universalControlId} />;
    }
    case 'finding':
      return <ScanLink scanId={event.finding.scanJobId} />;
    case 'assessment':
      return <AssessmentLink id={event.judgement.universalControl.id} />;
    case 'evidence':
      if (event.artifact.downloadUrl === null) return <Text c="dimmed">{t('timeLine.withdrawn')}</Text>;
      return (
        <Anchor
          href={event.artifact.downloadUrl}
          aria-label={t('timeLine.downloadOf', { title: event.artifact.title })}
          lh="24px"
        >
          {t('timeLine.download')}
        </Anchor>
      );
  }
}

function ScanLink({ scanId }: { scanId: string }) {
  const { t } = useTranslation('controls');
  return (
    <TextLink to="/scans/$scanId" params={{ scanId }} lh="24px">
      {t('timeLine.scan')}
    </TextLink>
  );
}

function AssessmentLink({ id }: { id: string }) {
  const { t } = useTranslation('controls');
  return (
    <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }} lh="24px">
      {t('timeLine.assessment')}
    </TextLink>
  );
}
