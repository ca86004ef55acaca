import { Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { described } from '../../parts/described';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Arrow } from './arrow';
import { SnapshotComparisonDocument, type SnapshotComparisonQuery } from './comparison.gql';
import { useTypeName } from '../../parts/type-name';
import { useNames } from './names';
import { useOnce } from './once';
import { partChanges, type PartChange } from './property-change.rules';

type ResourceChange = SnapshotComparisonQuery['compareSnapshots']['changes'][number];

/** Changes of resources between two scans. */
export function SnapshotChanges({ pair }: { pair: { from: string; to: string } }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const result = useOnce(SnapshotComparisonDocument, pair);
  const columns = useColumns();
  const { code } = described(result.error);
  // A scan that stored no resources is no failure of this page.
  if (code === 'CONFLICT' || code === 'GONE') return <Text c="dimmed">{t('resources.notStored')}</Text>;
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
            <div className="scan-changes">
              <DataTable
                label={t('resources.title')}
                // A column in which every row says the same says nothing.
                columns={columns.filter(({ key }) => key !== 'state' || changes.some(({ kind }) => kind !== 'changed'))}
                rows={changes.toSorted((one, other) => other.properties.length - one.properties.length)}
                rowKey={({ integrationId, resourceType, resourceId }) =>
                  `${integrationId} ${resourceType} ${resourceId}`
                }
              />
            </div>
          )}
        </Stack>
      )}
    </Answered>
  );
}

function useColumns(): Column<ResourceChange>[] {
  const { t } = useTranslation('scans');
  const typeName = useTypeName();
  const { placeOf } = useNames();
  return [
    {
      key: 'state',
      header: t('resources.kind'),
      cell: ({ kind }) => (
        <span className="badge">
          <span aria-hidden="true">{SIGNS[kind]}</span> {t(`resources.${kind}`)}
        </span>
      ),
    },
    {
      key: 'resource',
      header: t('resources.resource'),
      cell: ({ resourceName, resourceType, ...where }) => (
        <div style={{ minWidth: 200, overflowWrap: 'anywhere' }}>
          {resourceName}
          <Text size="xs" c="dimmed">
            {typeName(resourceType)}
          </Text>
          <Text size="xs" c="dimmed">
            {placeOf(where)}
          </Text>
        </div>
      ),
    },
    {
      key: 'properties',
      header: t('resources.properties'),
      cell: ({ properties }) => properties.map((property) => <Property key={property.path} {...property} />),
    },
  ];
}

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

/** What differs in a property, down to its parts. */
function Property({ path, before, after }: ResourceChange['properties'][number]) {
  return partChanges(before, after).map((part, index) => (
    <div key={index} className="part-change">
      <Text size="xs" c="dimmed" span>
        {[path.replace(/^\/properties\//, '').replaceAll('/', '.'), part.path].filter(Boolean).join('')}
      </Text>
      <Values {...part} />
    </div>
  ));
}

/** A value as text: of an object its parts by name, without the marks of JSON. */
function plain(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${plain(each)}`)
    .join(', ');
}

/** Old and new value; what was added or removed with its sign. */
function Values({ before, after }: PartChange) {
  const { t } = useTranslation('scans');
  if (before === undefined || after === undefined) {
    const isAdded = before === undefined;
    return (
      <Code>
        <span role="img" aria-label={t(isAdded ? 'resources.added' : 'resources.removed')}>
          {isAdded ? SIGNS.added : SIGNS.removed}
        </span>{' '}
        {plain(isAdded ? after : before)}
      </Code>
    );
  }
  return (
    <span>
      <Code>{plain(before)}</Code> <Arrow /> <Code>{plain(after)}</Code>
    </span>
  );
}
