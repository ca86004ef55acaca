import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { Download, Hash } from './artifact-parts';
import type { ShownArtifact } from './artifact.page';
import { ExpiryOf } from './evidence-table';
import { UploadDialog } from './upload-dialog';
import { WithdrawnState } from './withdrawal';

type Version = ShownArtifact['versions'][number];

/** The versions of a document, newest first: each with its own file, hash, dates and person. */
export function ArtifactVersions({ artifact, now }: { artifact: ShownArtifact; now: Date }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const { id, title, versions, versionsTotal, currentId } = artifact;
  const isCurrent = id === currentId;
  return (
    <Section
      title={t('versions.heading')}
      aside={
        isCurrent &&
        may('uploadEvidence') && (
          <Button variant="default" size="compact-sm" onClick={open}>
            {t('menu.version')}
          </Button>
        )
      }
    >
      <DataTable<Version>
        label={t('versions.heading')}
        rows={versions}
        rowKey={(version) => version.id}
        columns={[
          {
            key: 'version',
            header: t('versions.column'),
            cell: (version) => <Name version={version} artifact={artifact} />,
          },
          {
            key: 'stored',
            header: t('artifact.stored'),
            cell: ({ createdAt }) => <span style={{ whiteSpace: 'nowrap' }}>{format.dateTime(createdAt)}</span>,
          },
          { key: 'by', header: t('artifact.by'), cell: ({ createdByUser }) => createdByUser?.name ?? '–' },
          { key: 'collected', header: t('column.collected'), cell: ({ collectedAt }) => format.date(collectedAt) },
          {
            key: 'expiry',
            header: t('column.expiry'),
            cell: (version) => <ExpiryOf evidence={version} now={now} />,
          },
          {
            key: 'sha256',
            header: 'SHA-256',
            cell: (version) => <Hash sha256={version.sha256} title={fullName(version)} />,
          },
          {
            key: 'download',
            header: t('column.file'),
            cell: (version) =>
              version.withdrawal ? (
                <WithdrawnState evidence={{ ...version, title: fullName(version) }} />
              ) : (
                <Download evidence={{ ...version, title: fullName(version) }} />
              ),
          },
        ]}
      />
      {versionsTotal > versions.length && (
        <Text size="xs">{t('pages.shown', { shown: versions.length, total: versionsTotal })}</Text>
      )}
      <UploadDialog opened={isOpen} onClose={close} versionOf={{ id, title }} />
    </Section>
  );

  function fullName({ title: name, version }: Version) {
    return versionsTotal === 1 ? name : t('versions.named', { title: name, version });
  }
}

function Name({ version: { id, version, fileName }, artifact }: { version: Version; artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const number = t('versions.number', { version });
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: 120 }}>
      <Group gap="xs">
        {id === artifact.id ? (
          <Text fw={500}>{number}</Text>
        ) : (
          <TextLink to="/evidence/$evidenceId" params={{ evidenceId: id }} size="sm" fw={500}>
            {number}
          </TextLink>
        )}
        {id === artifact.currentId && <Text size="xs">{t('versions.current')}</Text>}
      </Group>
      <Text size="xs" c="dimmed">
        {fileName}
      </Text>
    </div>
  );
}
