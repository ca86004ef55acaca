import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../parts/ago';
import { DataTable, type Column } from '../../parts/data-table';
import type { Proposal } from '../../parts/exceptions/acceptance';
import { headingOf } from '../../parts/finding-heading';
import { FindingStatus } from '../../parts/finding-status';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { FindingActions } from './finding-actions';
import type { FindingsQuery } from './findings.gql';

type Row = FindingsQuery['findings']['nodes'][number];

interface FindingTableProps {
  findings: readonly Row[];
  proposals: readonly Proposal[];
  /** Whether findings come from several integrations, so that each says from which. */
  ofSeveral: boolean;
}

/** Table of findings; one that fails can be given to somebody and accepted here. */
export function FindingTable({ findings, proposals, ofSeveral }: FindingTableProps) {
  const { t } = useTranslation(['findings', 'common']);
  const { status: asked = 'fail' } = useSearch({ from: '/frame/findings' });
  const columns: readonly Column<Row>[] = [
    {
      key: 'status',
      header: t('column.severity'),
      cell: ({ status, severity, exception }) => (
        <>
          <Severity severity={severity} isCalm={status !== 'fail'} />
          {asked !== 'fail' && <FindingStatus status={status} isAccepted={exception !== null} />}
        </>
      ),
    },
    {
      key: 'finding',
      header: t('column.finding'),
      cell: ({ id, summary, ...finding }) => (
        <div className="one-line">
          <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" fw={500}>
            {headingOf(finding)}
          </TextLink>
          <Text size="xs" c="dimmed" title={summary}>
            {summary}
          </Text>
        </div>
      ),
    },
    {
      key: 'resource',
      header: t('column.resource'),
      cell: (finding) => <Where finding={finding} ofSeveral={ofSeveral} />,
    },
    {
      key: 'since',
      header: t('column.since'),
      cell: ({ firstSeenAt }) => <Ago at={firstSeenAt} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (finding) => <FindingActions finding={finding} proposals={proposals} />,
    },
  ];
  return <DataTable label={t('common:nav.findings')} columns={columns} rows={findings} rowKey={({ id }) => id} />;
}

/** The resource by its name, and below it where it is; its whole id under the pointer. */
function Where({ finding, ofSeveral }: { finding: Row; ofSeveral: boolean }) {
  const { resource, resourceId, integration } = finding;
  const name = resource?.name ?? resourceId ?? integration.name;
  const place = [ofSeveral || resource === null ? integration.name : null, resource?.region, resource?.account];
  return (
    <div className="one-line">
      {resource === null ? (
        <Text title={resourceId ?? undefined}>{name}</Text>
      ) : (
        <TextLink
          to="/resources/$resourceId"
          params={{ resourceId: resource.id }}
          size="sm"
          title={resourceId ?? undefined}
        >
          {name}
        </TextLink>
      )}
      <Text size="xs" c="dimmed">
        {place.filter((each) => each != null && each !== name).join(' · ')}
      </Text>
    </div>
  );
}
