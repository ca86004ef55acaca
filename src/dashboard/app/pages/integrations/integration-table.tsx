import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { checksOnHold } from '../../parts/integration-gaps.rules';
import { ButtonLink } from '../../parts/button-link';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { ConnectionStatus } from './connection-status';
import type { IntegrationsQuery, ReadByScansQuery } from './integrations.gql';
import { ReadByScan } from './read-by-scan';

type Integration = IntegrationsQuery['integrations'][number];

interface IntegrationTableProps {
  integrations: readonly Integration[];
  /** How many have no scheduled scan: of one alone the line above the table offers it. */
  unscheduled: number;
  kinds: IntegrationsQuery['integrationKinds'];
  /** What was read, newest first. */
  scans: ReadByScansQuery['scans']['nodes'];
}

/** Table of integrations, oldest first, disconnected ones last. */
export function IntegrationTable({ integrations, unscheduled, kinds, scans }: IntegrationTableProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const format = useFormat();
  const may = useMay();
  // A report that is imported becomes a scan by itself.
  const isImport = (type: string) => kinds.some((kind) => kind.type === type && kind.acceptsReports);
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
      key: 'reads',
      header: t('column.reads'),
      cell: ({ id, status }) => status !== 'disconnected' && <ReadByScan integrationId={id} scans={scans} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ id, status, degraded, withheldChecks, error }) => (
        <div style={{ minWidth: 120, maxWidth: 420 }}>
          <ConnectionStatus status={status} degraded={degraded} withheldChecks={withheldChecks} />
          {status === 'connected' && withheldChecks.length > 0 && (
            <Text size="xs">
              {/* The cause and what to do are the first part of the panel. */}
              <TextLink to="/integrations" search={{ id }} inherit>
                {t('withheld.why', { count: checksOnHold(withheldChecks) })}
              </TextLink>
            </Text>
          )}
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
      cell: ({ lastScan }) =>
        lastScan === null ? (
          <Text c="dimmed">{t('never')}</Text>
        ) : (
          <Moment at={lastScan} format={(at) => format.relative(at)} />
        ),
    },
    {
      key: 'nextScan',
      header: t('column.nextScan'),
      cell: ({ id, name, type, status, schedule }) => {
        const at = schedule?.nextScanAt ?? null;
        if (status === 'disconnected') return null;
        if (at !== null) return <Moment at={at} format={(each) => format.dateTime(each)} />;
        return (
          <Group gap="sm" wrap="nowrap">
            <StateWord tone={isImport(type) ? 'open' : 'warning'} word={t('notScheduled')} />
            {/* Scheduled in the panel of the integration. */}
            {may('setSchedule') && (unscheduled !== 1 || isImport(type)) && (
              <ButtonLink
                to="/integrations"
                search={{ id }}
                size="compact-sm"
                variant="default"
                aria-label={t('scheduleOf', { name })}
              >
                {t('schedule.open')}
              </ButtonLink>
            )}
          </Group>
        );
      },
    },
  ];
  const isGone = ({ status }: Integration) => status === 'disconnected';
  const rows = [...integrations.filter((each) => !isGone(each)), ...integrations.filter(isGone)];
  return <DataTable label={t('common:nav.integrations')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

interface MomentProps {
  at: string;
  format: (moment: string) => string;
}

function Moment({ at, format }: MomentProps) {
  const words = useFormat();
  return (
    <time dateTime={at} title={words.dateTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {format(at)}
    </time>
  );
}
