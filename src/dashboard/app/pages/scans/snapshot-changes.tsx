import { Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { described } from '../../parts/described';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Arrow } from './arrow';
import { SnapshotComparisonDocument, type SnapshotComparisonQuery } from './comparison.gql';
import { useNames } from './names';
import { useOnce } from './once';

type ResourceChange = SnapshotComparisonQuery['compareSnapshots']['changes'][number];

/** Changes of resources between two scans. */
export function SnapshotChanges({ pair }: { pair: { from: string; to: string } }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const result = useOnce(SnapshotComparisonDocument, pair);
  const columns = useColumns();
  const { code } = described(result.error);
  // A scan that kept no resources is no failure of this page.
  if (code === 'CONFLICT' || code === 'GONE') return <Text c="dimmed">{t('resources.notKept')}</Text>;
  return (
    <Answered result={result}>
      {({ compareSnapshots: { added, changed, removed, changes } }) => (
        <Stack gap="sm">
          <Text>
            {t('resources.figures', {
              added: format.number(added),
              changed: format.number(changed),
              removed: format.number(removed),
            })}
            {changes.length < added + changed + removed && ` ${t('resources.first', { count: changes.length })}`}
          </Text>
          {changes.length > 0 && (
            <DataTable
              label={t('resources.title')}
              columns={columns}
              rows={changes}
              rowKey={({ integrationId, resourceType, resourceId }) => `${integrationId} ${resourceType} ${resourceId}`}
            />
          )}
        </Stack>
      )}
    </Answered>
  );
}

function useColumns(): Column<ResourceChange>[] {
  const { t } = useTranslation('scans');
  const { placeOf } = useNames();
  return [
    {
      key: 'kind',
      header: t('resources.kind'),
      cell: ({ kind }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          <span aria-hidden="true">{SIGNS[kind]}</span> {t(`resources.${kind}`)}
        </span>
      ),
    },
    {
      key: 'resource',
      header: t('resources.resource'),
      cell: ({ resourceName, resourceType }) => (
        <div style={{ minWidth: 160, overflowWrap: 'anywhere' }}>
          {resourceName}
          <Text size="xs" c="dimmed">
            {resourceType}
          </Text>
        </div>
      ),
    },
    { key: 'where', header: t('gaps.where'), cell: placeOf },
    {
      key: 'properties',
      header: t('resources.properties'),
      cell: ({ properties }) => properties.map((property) => <Property key={property.path} {...property} />),
    },
  ];
}

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

/** Old and new value of a property. */
function Property({ path, before, after }: ResourceChange['properties'][number]) {
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: 240 }}>
      <Text size="xs" c="dimmed" span>
        {path}
      </Text>{' '}
      <Code>{shown(before)}</Code> <Arrow /> <Code>{shown(after)}</Code>
    </div>
  );
}

/** A value as JSON; a dash for none. */
function shown(value: unknown): string {
  return value === undefined ? '–' : JSON.stringify(value);
}
