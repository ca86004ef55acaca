import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { ConnectionStatus } from './connection-status';
import type { IntegrationsQuery } from './integrations.gql';

type Integration = IntegrationsQuery['integrations'][number];

interface IntegrationTableProps {
  integrations: readonly Integration[];
  kinds: IntegrationsQuery['integrationKinds'];
}

/** Table of integrations, oldest first, disconnected ones last. */
export function IntegrationTable({ integrations, kinds }: IntegrationTableProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const format = useFormat();
  const may = useMay();
  const columns: Column<Integration>[] = [
    {
      key: 'name',
      header: t('column.name'),
      cell: ({ id, name }) => (
        <TextLink to="/integrations" search={{ id }} size="sm" fw={500}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'kind',
      header: t('column.kind'),
      cell: ({ type }) => kinds.find((kind) => kind.type === type)?.title ?? type,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, degraded, error }) => (
        <div style={{ minWidth: 120, maxWidth: 420 }}>
          <ConnectionStatus status={status} degraded={degraded} />
          {status === 'error' && error && (
            <Text size="xs" c="dimmed">
              {error.message}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'lastScan',
      header: t('column.lastScan'),
      cell: ({ lastScan }) => <Moment at={lastScan} otherwise={t('never')} format={(at) => format.relative(at)} />,
    },
    {
      key: 'nextScan',
      header: t('column.nextScan'),
      cell: ({ id, status, schedule }) => {
        const at = schedule?.nextScanAt ?? null;
        // Scheduled in the panel of the integration.
        return at === null && status !== 'disconnected' && may('setSchedule') ? (
          <TextLink to="/integrations" search={{ id }} size="sm">
            {t('notScheduled')}
          </TextLink>
        ) : (
          <Moment at={at} otherwise={t('notScheduled')} format={(each) => format.dateTime(each)} />
        );
      },
    },
  ];
  const isGone = ({ status }: Integration) => status === 'disconnected';
  const rows = [...integrations.filter((each) => !isGone(each)), ...integrations.filter(isGone)];
  return <DataTable label={t('common:nav.integrations')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

interface MomentProps {
  at: string | null;
  /** Text without a time. */
  otherwise: string;
  format: (moment: string) => string;
}

function Moment({ at, otherwise, format }: MomentProps) {
  const words = useFormat();
  if (at === null) return <Text c="dimmed">{otherwise}</Text>;
  return (
    <time dateTime={at} title={words.dateTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {format(at)}
    </time>
  );
}
