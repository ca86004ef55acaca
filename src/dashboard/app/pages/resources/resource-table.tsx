import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortAccount } from '../../parts/account.rules';
import { Ago } from '../../parts/ago';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import './resources.css';
import type { ResourcesQuery } from './resources.gql';

type Row = ResourcesQuery['resources']['nodes'][number];

/** Table of resources, a line each, the worst first: what fails at worst, what and where it is, how much fails, when a scan saw it last. */
export function ResourceTable({ resources }: { resources: readonly Row[] }) {
  const { t } = useTranslation(['findings', 'common']);
  const format = useFormat();
  const typeName = useTypeName();
  // What all of them say, the line above the list says.
  const isSeenOnce = new Set(resources.map(({ lastSeenAt }) => lastSeenAt)).size <= 1;
  const someAccepted = resources.some(({ verdicts }) => verdicts.accepted > 0);
  const columns: readonly Column<Row>[] = [
    {
      key: 'severity',
      header: t('column.worst'),
      cell: ({ verdicts: { worstSeverity } }) => worstSeverity && <Severity severity={worstSeverity} />,
    },
    {
      key: 'resource',
      header: t('column.resource'),
      cell: ({ id, resourceId, name }) => (
        <TextLink to="/resources/$resourceId" params={{ resourceId: id }} size="sm" fw={500} title={resourceId}>
          {name ?? resourceId}
        </TextLink>
      ),
    },
    { key: 'type', header: t('resource.type'), cell: ({ type }) => type && <Cut>{typeName(type)}</Cut> },
    {
      key: 'account',
      header: t('resource.account'),
      cell: ({ account }) => account && <Cut title={account}>{shortAccount(account)}</Cut>,
    },
    { key: 'region', header: t('resource.region'), cell: ({ region }) => region && <Cut>{region}</Cut> },
    {
      key: 'status',
      header: t('column.failing'),
      align: 'right',
      cell: ({ verdicts: { failing } }) => <Failing count={failing} />,
    },
    ...(someAccepted
      ? [
          {
            key: 'accepted',
            header: t('column.accepted'),
            align: 'right' as const,
            cell: ({ verdicts }: Row) => format.number(verdicts.accepted),
          },
        ]
      : []),
    ...(isSeenOnce
      ? []
      : [
          {
            key: 'seen',
            header: t('resource.lastSeen'),
            cell: ({ lastSeenAt }: Row) => lastSeenAt && <Ago at={lastSeenAt} isShort />,
          },
        ]),
  ];
  return (
    <div className="resource-list sticky-head">
      <DataTable
        label={t('common:nav.resources')}
        columns={columns}
        rows={resources}
        rowKey={({ id }) => id}
        sort="-severity"
      />
    </div>
  );
}

/** A text in one line, whole under the pointer. */
function Cut({ children, title = children }: { children: string; title?: string }) {
  return (
    <span className="cut" title={title}>
      {children}
    </span>
  );
}

function Failing({ count }: { count: number }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const words = (
    <>
      {format.number(count)} <span className="resource-word">{t('resources.fail', { count })}</span>
    </>
  );
  return count > 0 ? (
    <span className="resource-failing">{words}</span>
  ) : (
    <Text span c="dimmed">
      {words}
    </Text>
  );
}
