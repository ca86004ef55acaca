import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { inForceOf, replacedOf } from './beginning.rules';
import type { AttachableFragment, UniversalControlQuery } from './universal-control.gql';

interface LinkedEvidenceProps {
  data: UniversalControlQuery;
  /** Opens the form of an assessment that rests on an artifact, in the place of another where one is given. */
  onAttach: (attach: string, instead?: string) => void;
}

/** What people say is evidence for a universal control, and whether its assessment in force rests on it. */
export function LinkedEvidence({ data: { universalControl, assessments }, onAttach }: LinkedEvidenceProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const may = useMay();
  const { evidence } = universalControl;
  const inForce = inForceOf(assessments.nodes);
  if (evidence.length === 0) return null;
  return (
    <section>
      <Title order={2}>{t('linked.title')}</Title>
      <Text c="dimmed" mb="xs">
        {t('linked.hint')}
      </Text>
      <DataTable<AttachableFragment>
        label={t('linked.title')}
        rows={evidence}
        rowKey={({ id }) => id}
        columns={[
          { key: 'artifact', header: t('linked.artifact'), cell: (each) => <ArtifactName artifact={each} /> },
          { key: 'stored', header: t('linked.stored'), cell: ({ createdAt }) => format.date(createdAt) },
          {
            key: 'use',
            header: t('linked.use'),
            cell: ({ id, title, withdrawal }) => {
              if (inForce?.evidenceIds.includes(id)) return t('linked.cited');
              if (withdrawal) return t('linked.withdrawn');
              if (!may('createAssessment')) return t('linked.waiting');
              return (
                <Group gap="xs">
                  <span>{t('linked.waiting')}</span>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t('linked.assessOf', { title })}
                    onClick={() => onAttach(id)}
                  >
                    {t('linked.assess')}
                  </Button>
                </Group>
              );
            },
          },
        ]}
      />
    </section>
  );
}

/** Name of an artifact, which leads to its page, with its number where its document has several versions. */
export function ArtifactName({ artifact: { id, title, version, versionsTotal } }: { artifact: AttachableFragment }) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <TextLink to="/evidence/$evidenceId" params={{ evidenceId: id }} size="sm">
        {title}
      </TextLink>
      {versionsTotal > 1 && <Text size="xs">{t('linked.version', { version, total: versionsTotal })}</Text>}
    </>
  );
}

/** Says where the assessment in force rests on a version that a newer one replaces, with a way to take over the newer one. */
export function NewerVersions({ data: { assessments }, onAttach }: LinkedEvidenceProps) {
  const { t } = useTranslation('mapping');
  const may = useMay();
  const replaced = replacedOf(inForceOf(assessments.nodes));
  if (replaced.length === 0) return null;
  return (
    <Stack gap="xs" className="mapping-box" role="note">
      {replaced.map(({ id, title, version, newer }) => (
        <Group key={id} gap="sm">
          <Text>
            <span aria-hidden="true">◐ </span>
            {t('newer.text', { title, version, newer: newer.version })}{' '}
            <TextLink to="/evidence/$evidenceId" params={{ evidenceId: newer.id }} inherit>
              {t('newer.see')}
            </TextLink>
          </Text>
          {may('createAssessment') && (
            <Button variant="default" size="compact-sm" onClick={() => onAttach(newer.id, id)}>
              {t('newer.take', { version: newer.version })}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
