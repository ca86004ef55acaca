import { Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { ShownControl } from './control.page';

/** Limit of failing resources that the service returns. */
const TOLD_MAX = 100;

/** Failing resources of the latest finding. */
export function FailingResources({ control: { latestFinding } }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  if (!latestFinding || latestFinding.resources.length === 0) return null;
  const { resources, scanJobId } = latestFinding;
  const rows = resources.map((resource, index) => ({ ...resource, key: `${index} ${resource.id}` }));
  return (
    <Section
      title={t('resources.title')}
      aside={
        <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }} search={{ status: 'fail' }} size="xs">
          {t('resources.scan')}
        </TextLink>
      }
    >
      {resources.length >= TOLD_MAX && <Text c="dimmed">{t('resources.first', { count: TOLD_MAX })}</Text>}
      <DataTable
        label={t('resources.title')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'resource',
            header: t('resources.resource'),
            cell: ({ id, name }) => (
              <>
                <Text fw={500}>{name ?? id}</Text>
                {name !== null && name !== id && (
                  <Code fz="xs" bg="transparent" c="dimmed" p={0} style={{ overflowWrap: 'anywhere' }}>
                    {id}
                  </Code>
                )}
              </>
            ),
          },
          {
            key: 'problem',
            header: t('resources.problem'),
            cell: ({ check, summary }) => (
              <>
                <Text miw={220}>{summary}</Text>
                <Text size="xs" c="dimmed">
                  {check}
                </Text>
              </>
            ),
          },
          {
            key: 'place',
            header: t('resources.place'),
            cell: ({ type, region, account }) => (
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                {[type, region, account].filter((each) => each !== null).join(' · ')}
              </Text>
            ),
          },
        ]}
      />
    </Section>
  );
}
