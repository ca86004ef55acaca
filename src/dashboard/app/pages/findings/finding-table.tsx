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
import type { ListedFindingFragment } from './findings.gql';

interface FindingTableProps {
  findings: readonly ListedFindingFragment[];
  proposals: readonly Proposal[];
  /** Whether findings come from several integrations, so that each says from which. */
  ofSeveral: boolean;
  /** Check of which all of them are, so that none repeats what it says. @default several */
  ofCheck?: string;
}

/** Table of findings; one that fails can be given to somebody and accepted here. */
export function FindingTable({ findings, proposals, ofSeveral, ofCheck }: FindingTableProps) {
  const { t } = useTranslation(['findings', 'common']);
  const { status: asked = 'fail' } = useSearch({ from: '/frame/findings' });
  const columns: readonly Column<ListedFindingFragment>[] = [
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
            {ofCheck === undefined ? headingOf(finding) : summary}
          </TextLink>
          {ofCheck === undefined && (
            <Text size="xs" c="dimmed" title={summary}>
              {summary}
            </Text>
          )}
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
  return (
    <div className="finding-list" data-one-check={ofCheck !== undefined || undefined}>
      <DataTable
        label={ofCheck ?? t('common:nav.findings')}
        columns={ofCheck === undefined || asked !== 'fail' ? columns : columns.slice(1)}
        rows={findings}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/** The resource by its name, and below it where it is; its whole id under the pointer. */
function Where({ finding, ofSeveral }: { finding: ListedFindingFragment; ofSeveral: boolean }) {
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
