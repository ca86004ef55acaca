import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Acceptance, type Proposal } from '../../parts/exceptions/acceptance';
import { headingOf } from '../../parts/finding-heading';
import { FindingStatus } from '../../parts/finding-status';
import { useFormat } from '../../parts/format';
import { ResourceName } from '../../parts/resource-name';
import { TextLink } from '../../parts/text-link';
import type { FindingsQuery } from './findings.gql';

type Row = FindingsQuery['findings']['nodes'][number];

/** Table of findings; one that fails can be accepted here. */
export function FindingTable({ findings, proposals }: { findings: readonly Row[]; proposals: readonly Proposal[] }) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const columns: readonly Column<Row>[] = [
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, severity, exception }) => (
        <>
          <FindingStatus status={status} isAccepted={exception !== null} />
          <Text size="xs" c="dimmed">
            {t(`common:severity.${severity}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'finding',
      header: t('column.finding'),
      cell: ({ id, summary, ...finding }) => (
        <div style={{ minWidth: 220 }}>
          <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" fw={500}>
            <span style={{ overflowWrap: 'anywhere' }}>{summary}</span>
          </TextLink>
          <Text size="xs" c="dimmed">
            {headingOf(finding)}
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
    {
      key: 'accept',
      header: '',
      align: 'right',
      cell: (finding) => <Accept finding={finding} proposals={proposals} />,
    },
  ];
  return <DataTable label={t('common:nav.findings')} columns={columns} rows={findings} rowKey={({ id }) => id} />;
}

function Accept({ finding, proposals }: { finding: Row; proposals: readonly Proposal[] }) {
  const { status, exception, resourceId, resource, fault, scanner, ruleId, integration } = finding;
  if (status !== 'fail' || resourceId === null) return null;
  const shown = { id: resourceId, name: resource?.name ?? null, check: fault };
  return (
    <Acceptance
      finding={{ ...shown, scanner, ruleId, integrationId: integration.id }}
      isAccepted={exception !== null}
      proposals={proposals}
    />
  );
}
