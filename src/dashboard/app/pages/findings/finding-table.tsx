import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { AcceptFinding } from '../../parts/exceptions/accept-finding';
import { FindingStatus } from '../../parts/finding-status';
import { useFormat } from '../../parts/format';
import { ResourceName } from '../../parts/resource-name';
import { TextLink } from '../../parts/text-link';
import type { FindingsQuery } from './findings.gql';

type Row = FindingsQuery['findings']['nodes'][number];

/** Table of findings; one that fails can be accepted here. */
export function FindingTable({ findings }: { findings: readonly Row[] }) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const columns: readonly Column<Row>[] = [
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, exception }) => <FindingStatus status={status} isAccepted={exception !== null} />,
    },
    { key: 'severity', header: t('column.severity'), cell: ({ severity }) => t(`common:severity.${severity}`) },
    {
      key: 'finding',
      header: t('column.finding'),
      cell: ({ id, check, summary }) => (
        <div style={{ minWidth: 220 }}>
          <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" fw={500}>
            {check.title}
          </TextLink>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {summary}
          </Text>
        </div>
      ),
    },
    {
      key: 'resource',
      header: t('column.resource'),
      cell: ({ resource, resourceId, integration }) => (
        <>
          <ResourceName
            id={resource?.id ?? null}
            resourceId={resourceId ?? integration.name}
            name={resource?.name ?? null}
          />
          <Text size="xs" c="dimmed">
            {[integration.name, resource?.region, resource?.account].filter((each) => each != null).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'since',
      header: t('column.since'),
      cell: ({ firstSeenAt, ageDays }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {format.date(firstSeenAt)}
          <Text size="xs" c="dimmed">
            {t('age', { count: ageDays })}
          </Text>
        </span>
      ),
    },
    { key: 'accept', header: '', align: 'right', cell: (finding) => <Accept finding={finding} /> },
  ];
  return (
    <DataTable label={t('common:nav.findings')} columns={columns} rows={findings} rowKey={({ id }) => id} stacks />
  );
}

function Accept({ finding }: { finding: Row }) {
  const { status, exception, resourceId, resource, check, scanner, ruleId, integration } = finding;
  if (status !== 'fail' || exception !== null || resourceId === null) return null;
  const { title } = check;
  return (
    <AcceptFinding
      finding={{
        id: resourceId,
        name: resource?.name ?? null,
        check: title,
        scanner,
        ruleId,
        integrationId: integration.id,
      }}
    />
  );
}
