import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { ControlStatus } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { byFramework, type FrameworkGroup } from './artifact-controls.rules';
import type { ShownArtifact } from './artifact.page';
import { Unlink } from './unlink';

type Control = ShownArtifact['allControls'][number];

/** Frameworks of an artifact with more controls than these are folded. */
const UNFOLDED_MAX = 20;

/** Controls that an artifact is evidence for, by framework, each with how many of them fail, pass and wait. */
export function ArtifactControls({ artifact }: { artifact: ShownArtifact }) {
  const { t } = useTranslation('evidence');
  const { allControls, controlsTotal, universalControls } = artifact;
  if (allControls.length === 0) {
    return universalControls.length === 0 ? <Text c="dimmed">{t('use.nothingYet')}</Text> : null;
  }
  return (
    <Stack gap={0}>
      {byFramework(allControls).map((group) => (
        <Framework key={group.slug} group={group} artifact={artifact} isOpen={controlsTotal <= UNFOLDED_MAX} />
      ))}
      {controlsTotal > allControls.length && (
        <Text size="xs" c="dimmed">
          {t('moreControls', { count: controlsTotal - allControls.length })}
        </Text>
      )}
    </Stack>
  );
}

interface FrameworkProps {
  group: FrameworkGroup<Control>;
  artifact: ShownArtifact;
  isOpen: boolean;
}

function Framework({ group: { name, controls, counts }, artifact, isOpen }: FrameworkProps) {
  const { t } = useTranslation('evidence');
  return (
    <details open={isOpen} style={{ borderTop: '1px solid var(--line)', paddingBlock: 8 }}>
      <summary>
        <Text component="span" fw={500}>
          {name}
        </Text>{' '}
        <Text component="span" size="xs" c="dimmed">
          {t('use.controlCount', { count: controls.length })}
          {counts.map(({ status, count }) => ` · ${t(`use.count.${status}`, { count })}`)}
        </Text>
      </summary>
      <DataTable<Control>
        label={t('use.controlsOf', { framework: name })}
        rows={controls}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'control',
            header: t('use.controlOne'),
            cell: ({ id, controlId, title, framework }) => (
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                size="sm"
              >
                {controlId} {title}
              </TextLink>
            ),
          },
          { key: 'standing', header: t('rests.status'), cell: (control) => <ControlStatus control={control} /> },
          ...(artifact.type === 'manual'
            ? [
                {
                  key: 'remove',
                  header: t('use.change'),
                  cell: ({ id, controlId, framework }: Control) => (
                    <Unlink artifact={artifact} name={`${framework.name} ${controlId}`} input={{ controlIds: [id] }} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </details>
  );
}
