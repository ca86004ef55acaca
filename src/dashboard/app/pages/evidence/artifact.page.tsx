import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { ArtifactMenu } from './artifact-menu';
import { Download, Hash } from './artifact-parts';
import { useArtifactWords } from './artifact-title';
import { ArtifactUse } from './artifact-use';
import { ArtifactVersions } from './artifact-versions';
import { ArtifactDocument, type ArtifactQuery } from './evidence.gql';
import { ExpiryOf } from './evidence-table';
import { WithdrawnState } from './withdrawal';

/** An artifact as its page shows it. */
export type ShownArtifact = ArtifactQuery['evidence'];

/** Page of an artifact: its file, what it is evidence for, what rests on it, and the versions of its document. */
export function ArtifactPage() {
  const { t } = useTranslation(['evidence', 'common']);
  const { evidenceId: id } = useParams({ from: '/frame/evidence/$evidenceId' });
  const [now] = useState(() => new Date());
  const result = useQuery(ArtifactDocument, { variables: { id } });
  const artifact = result.data?.evidence;
  const asked = [{ document: ArtifactDocument, variables: { id } }];
  const { titleOf } = useArtifactWords();
  return (
    <Page
      title={artifact ? titleOf(artifact) : t('artifact.title')}
      answer={artifact && <Answer artifact={artifact} />}
      asked={asked}
      actions={artifact && !artifact.withdrawal && <Download evidence={artifact} isLarge />}
      menu={artifact && <ArtifactMenu evidence={artifact} asked={asked} />}
      up={<TextLink to="/evidence">{t('common:nav.evidence')}</TextLink>}
    >
      <Answered result={result}>
        {({ evidence }) => (
          <Stack key={id} gap="xl">
            <File artifact={evidence} now={now} />
            <ArtifactUse artifact={evidence} />
            {evidence.type === 'manual' && <ArtifactVersions artifact={evidence} now={now} />}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** Which version it is, and whether there is a newer one. */
function Answer({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { descriptionOf } = useArtifactWords();
  const { id, version, versionsTotal, current, type } = artifact;
  if (type === 'auto') return descriptionOf(artifact) ?? t('artifact.ofScan');
  if (versionsTotal === 1) return t('artifact.onlyVersion');
  const which = t('versions.one', { version, total: versionsTotal });
  if (!current || current.id === id) return `${which}. ${t('artifact.isCurrent')}`;
  return (
    <>
      {which}.{' '}
      <TextLink to="/evidence/$evidenceId" params={{ evidenceId: current.id }} inherit>
        {t(current.version > version ? 'artifact.newer' : 'artifact.current', { version: current.version })}
      </TextLink>
    </>
  );
}

function File({ artifact, now }: { artifact: ShownArtifact; now: Date }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const { titleOf, descriptionOf } = useArtifactWords();
  const { fileName, contentType, size, sha256, withdrawal, createdByUser } = artifact;
  // Of a scan the page says it above.
  const description = artifact.type === 'auto' ? null : descriptionOf(artifact);
  return (
    <Section title={t('column.file')}>
      {withdrawal && <WithdrawnState evidence={artifact} />}
      {description !== null && <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{description}</Text>}
      <Facts
        facts={[
          [t('artifact.name'), `${fileName} (${format.bytes(size)}, ${contentType})`],
          ['SHA-256', <Hash key="hash" sha256={sha256} title={titleOf(artifact)} isWhole />],
          [t('column.collected'), format.dateTime(artifact.collectedAt)],
          [
            t(artifact.type === 'auto' ? 'column.fresh' : 'column.expiry'),
            <ExpiryOf key="expiry" evidence={artifact} now={now} />,
          ],
          [t('artifact.stored'), format.dateTime(artifact.createdAt)],
          [t('artifact.by'), createdByUser?.name ?? '–'],
        ]}
      />
      {artifact.scanJobId !== null && (
        <TextLink to="/scans/$scanId" params={{ scanId: artifact.scanJobId }} size="sm">
          {t('artifact.scan')}
        </TextLink>
      )}
    </Section>
  );
}
