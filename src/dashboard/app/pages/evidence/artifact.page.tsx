import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { momentOfScan } from '../../parts/scan-moment.rules';
import { TextLink } from '../../parts/text-link';
import { WithRail } from '../../parts/with-rail';
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
  const { pageTitleOf } = useArtifactWords();
  return (
    <Page
      thing={{ kind: 'artifact', id, result }}
      title={artifact ? pageTitleOf(artifact) : t('artifact.title')}
      answer={artifact && <Answer artifact={artifact} />}
      asked={asked}
      actions={artifact && <Actions artifact={artifact} />}
      menu={artifact && <ArtifactMenu evidence={artifact} asked={asked} />}
      up={<TextLink to="/evidence">{t('common:nav.evidence')}</TextLink>}
    >
      <Answered result={result}>
        {({ evidence }) => (
          <WithRail key={id} label={t('column.file')} rail={<File artifact={evidence} now={now} />}>
            <ArtifactUse artifact={evidence} />
            {evidence.type === 'manual' && <ArtifactVersions artifact={evidence} now={now} />}
          </WithRail>
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
  if (type === 'auto') {
    const counts = descriptionOf(artifact);
    return counts === null ? t('artifact.ofScan') : t('artifact.counts', { count: artifact.controlsTotal, counts });
  }
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

/** What the file says as a list, where a scan stored it, and the file itself. */
function Actions({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { scan, withdrawal } = artifact;
  return (
    <>
      {scan !== null && (
        <ButtonLink to="/scans/$scanId" params={{ scanId: scan.id }} search={{ status: 'all' }} hash="results">
          {t('artifact.results')}
        </ButtonLink>
      )}
      {/* Of a scan its menu has it. */}
      {!withdrawal && scan === null && <Download evidence={artifact} isLarge />}
    </>
  );
}

function File({ artifact, now }: { artifact: ShownArtifact; now: Date }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const { titleOf, descriptionOf } = useArtifactWords();
  const { fileName, contentType, size, sha256, withdrawal, createdByUser, collectedAt, createdAt, scan } = artifact;
  const [collected, stored] = [format.dateTime(collectedAt), format.dateTime(createdAt)];
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
          ...(scan === null
            ? []
            : [
                [
                  t('column.type'),
                  <TextLink key="source" to="/scans/$scanId" params={{ scanId: scan.id }}>
                    {t('ofScan.title', { when: format.dateTime(momentOfScan(scan)) })}
                  </TextLink>,
                ] as const,
              ]),
          [t(collected === stored ? 'artifact.collectedAndStored' : 'column.collected'), collected],
          [
            t(artifact.type === 'auto' ? 'column.fresh' : 'column.expiry'),
            <ExpiryOf key="expiry" evidence={artifact} now={now} />,
          ],
          ...(collected === stored ? [] : [[t('artifact.stored'), stored] as const]),
          [t('artifact.by'), createdByUser?.name ?? '–'],
        ]}
      />
    </Section>
  );
}
