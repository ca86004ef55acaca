import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Passed, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { useReasonWords } from './reason-words';
import { FailingSentence } from './failing-sentence';
import {
  isFreedByScan,
  type Artifact,
  type Change,
  type TimelineEvent,
  type Judgement,
  type Result,
} from './timeline.rules';

/** Text of a timeline event. */
export function TimelineEventText({ event }: { event: TimelineEvent }) {
  switch (event.kind) {
    case 'status':
      return <ChangeText change={event.change} />;
    case 'finding':
      return (
        <Group gap="sm">
          {event.result.status !== 'not_applicable' && <Status status={event.result.status} />}
          <Text style={{ overflowWrap: 'anywhere' }}>
            <ResultText result={event.result} />
            <Later results={event.later} />
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
function ResultText({ result: { status, evaluated, failingChecks } }: { result: Result }) {
  const { t } = useTranslation('controls');
  if (failingChecks.length === 0)
    return t(`timeLine.found.${status === 'not_applicable' && !evaluated ? 'open' : status}`);
  const failing = failingChecks.map(({ fault, resourcesFailed: failed }) => ({ fault, failed, isOlder: false }));
  return <FailingSentence failing={failing} />;
}

/** In which later scans it was the same. */
function Later({ results }: { results: readonly Result[] }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [last] = results;
  if (!last) return null;
  return (
    <Text component="span" c="dimmed">
      {' '}
      {t('timeLine.later', { count: results.length, date: format.date(last.detectedAt) })}
    </Text>
  );
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

/** Links to the source of a timeline event: a scan, a universal control, a file. */
export function SourceLink({ event }: { event: TimelineEvent }) {
  switch (event.kind) {
    case 'status': {
      const { scanJobId, source } = event.change;
      if (source === 'scan') return scanJobId === null ? null : <ScanLink scanId={scanJobId} />;
      if (source === 'scope') return null;
      return event.universalControlId === null ? null : <AssessmentLink id={event.universalControlId} />;
    }
    case 'finding':
      return (
        <>
          {event.artifact && <ArtifactLink artifact={event.artifact} />}
          <ScanLink scanId={event.result.scanJobId} />
        </>
      );
    case 'assessment':
      return <AssessmentLink id={event.judgement.universalControl.id} />;
    case 'evidence':
      return <ArtifactLink artifact={event.artifact} />;
  }
}

function ArtifactLink({ artifact: { title, downloadUrl } }: { artifact: Artifact }) {
  const { t } = useTranslation('controls');
  if (downloadUrl === null) return <Text c="dimmed">{t('timeLine.withdrawn')}</Text>;
  return (
    <Anchor href={downloadUrl} aria-label={t('timeLine.downloadOf', { title })} lh="24px">
      {t('timeLine.download')}
    </Anchor>
  );
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
