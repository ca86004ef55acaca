import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Passed, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { Artifact, Change, Happening, Judgement } from './time-line.rules';

/** Text of a timeline event. */
export function HappeningText({ happening }: { happening: Happening }) {
  switch (happening.kind) {
    case 'status':
      return <ChangeText change={happening.change} />;
    case 'finding':
      return (
        <Group gap="sm">
          <Status status={happening.finding.status} />
          <Text>{happening.finding.summary}</Text>
        </Group>
      );
    case 'assessment':
      return <JudgementText judgement={happening.judgement} />;
    case 'evidence':
      return <ArtifactText artifact={happening.artifact} />;
  }
}

function ChangeText({ change }: { change: Change }) {
  const { previousStatus, previousAssurance, status, assurance, reason } = change;
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
      <Text c="dimmed">{reason}</Text>
    </Group>
  );
}

function JudgementText({ judgement }: { judgement: Judgement }) {
  const { t } = useTranslation('controls');
  const { status, details, universalControl, assessedBy } = judgement;
  return (
    <>
      <Group gap="sm">
        <Status status={status} />
        <Text>{t('timeLine.assessed', { code: universalControl.code, name: assessedBy.name })}</Text>
      </Group>
      {details !== null && (
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
  const about =
    type === 'auto'
      ? t('timeLine.fromScan')
      : t('timeLine.uploaded', { file: fileName, moment: format.date(collectedAt) });
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {title}{' '}
      <Text component="span" c="dimmed">
        {about} · {format.bytes(size)}
      </Text>
    </Text>
  );
}

/** Link to the source of a timeline event: a scan, a universal control, a file. */
export function SourceLink({ happening }: { happening: Happening }) {
  const { t } = useTranslation('controls');
  switch (happening.kind) {
    case 'status': {
      const { scanJobId, source } = happening.change;
      if (source === 'scan') return scanJobId === null ? null : <ScanLink scanId={scanJobId} />;
      return happening.universalControlId === null ? null : <AssessmentLink id={happening.universalControlId} />;
    }
    case 'finding':
      return <ScanLink scanId={happening.finding.scanJobId} />;
    case 'assessment':
      return <AssessmentLink id={happening.judgement.universalControl.id} />;
    case 'evidence':
      return (
        <Anchor
          href={happening.artifact.downloadUrl}
          aria-label={t('timeLine.downloadOf', { title: happening.artifact.title })}
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
