import { useQuery } from '@apollo/client/react';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import type { Proposal } from '../../parts/exceptions/acceptance';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { FindingTable } from './finding-table';
import { FindingsOfCheckDocument, type FindingsQuery } from './findings.gql';
import { whereOf } from './findings.rules';

type Group = NonNullable<FindingsQuery['findingFacets']['groups']>[number];

interface CheckTableProps {
  groups: readonly Group[];
  /** Number of checks with findings, of which the groups are the first. */
  total: number;
  proposals: readonly Proposal[];
  /** Whether findings come from several integrations. */
  ofSeveral: boolean;
}

/** Table of the checks that have findings, the worst first, each with its findings to unfold. */
export function CheckTable({ groups, total, proposals, ofSeveral }: CheckTableProps) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const { status = 'fail' } = useSearch({ from: '/frame/findings' });
  const [open, setOpen] = useState<readonly string[]>([]);
  const headingOf = ({ check: { fault, title } }: Group) => (status === 'fail' ? fault : title);
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((each) => each !== id) : [...open, id]);
  const columns: readonly Column<Group>[] = [
    {
      key: 'severity',
      header: t('column.severity'),
      cell: ({ severity }) => <Severity severity={severity} isCalm={status !== 'fail'} />,
    },
    {
      key: 'check',
      header: t('facets.check'),
      cell: (group) => (
        <div className="one-line">
          <UnstyledButton
            fz="sm"
            fw={500}
            mih={24}
            aria-expanded={open.includes(group.check.id)}
            onClick={() => toggle(group.check.id)}
          >
            <span aria-hidden="true">{open.includes(group.check.id) ? '▾' : '▸'}</span> {headingOf(group)}
          </UnstyledButton>
          <Text size="xs" c="dimmed" title={group.check.remediation?.summary}>
            {group.check.remediation?.summary}
          </Text>
        </div>
      ),
    },
    {
      key: 'count',
      header: t('common:nav.findings'),
      align: 'right',
      cell: ({ count }) => format.number(count),
    },
  ];
  return (
    <Stack gap="md" miw={0} className="check-list">
      <DataTable
        label={t('common:nav.findings')}
        columns={columns}
        rows={groups}
        rowKey={({ check }) => check.id}
        detailOf={(group) =>
          open.includes(group.check.id) ? (
            <FindingsOfCheck
              checkId={group.check.id}
              heading={headingOf(group)}
              proposals={proposals}
              ofSeveral={ofSeveral}
            />
          ) : null
        }
      />
      {total > groups.length && (
        <Text size="xs" c="dimmed">
          {t('groups.first', { count: groups.length, total })}
        </Text>
      )}
    </Stack>
  );
}

interface FindingsOfCheckProps extends Pick<CheckTableProps, 'proposals' | 'ofSeveral'> {
  checkId: string;
  heading: string;
}

function FindingsOfCheck({ checkId, heading, proposals, ofSeveral }: FindingsOfCheckProps) {
  const { t } = useTranslation('findings');
  const search = useSearch({ from: '/frame/findings' });
  const result = useQuery(FindingsOfCheckDocument, { variables: { where: whereOf({ ...search, checkId }) } });
  return (
    <Answered result={result}>
      {({ findings: { nodes, totalCount } }) => (
        <Stack gap="xs" miw={0}>
          <FindingTable findings={nodes} proposals={proposals} ofSeveral={ofSeveral} ofCheck={heading} />
          {totalCount > nodes.length && (
            <TextLink to="/findings" search={{ ...search, checkId }} size="sm">
              {t('groups.all', { count: totalCount })}
            </TextLink>
          )}
        </Stack>
      )}
    </Answered>
  );
}
