import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { UnfoldButton } from '../../parts/unfold-button';
import { AuditDetail } from './audit-detail';
import type { AuditTrailQuery } from './audit.gql';
import type { AuditSearch } from './audit-search';
import { Changes } from './changes';

type Entry = AuditTrailQuery['auditLog']['nodes'][number];

interface AuditTableProps {
  entries: readonly Entry[];
  onFilter: (change: AuditSearch) => void;
}

/** Table of audit entries with expandable rows. */
export function AuditTable({ entries, onFilter }: AuditTableProps) {
  const { t } = useTranslation(['audit', 'common']);
  const format = useFormat();
  const [opened, setOpened] = useState<string | null>(null);
  const columns: readonly Column<Entry>[] = [
    {
      key: 'at',
      header: t('column.when'),
      cell: ({ at }) => <span style={{ whiteSpace: 'nowrap' }}>{format.dateTime(at)}</span>,
    },
    { key: 'actor', header: t('column.who'), cell: ({ actor }) => <Actor actor={actor} /> },
    {
      key: 'action',
      header: t('column.what'),
      cell: ({ id, action }) => (
        <UnfoldButton isOpen={opened === id} onToggle={() => setOpened(opened === id ? null : id)}>
          {action}
        </UnfoldButton>
      ),
    },
    { key: 'change', header: t('column.change'), cell: (entry) => <Changes entry={entry} max={CHANGES_SHOWN} /> },
    { key: 'address', header: t('column.from'), cell: ({ address }) => address ?? '–' },
  ];
  return (
    <DataTable
      label={t('common:nav.audit')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      detailOf={(entry) => (entry.id === opened ? <AuditDetail entry={entry} onFilter={onFilter} /> : null)}
    />
  );
}

/** Limit of changes shown in a row; the details show all. */
const CHANGES_SHOWN = 3;

const ACTORS = ['user', 'api_key', 'system', 'operator', 'identity_provider', 'auditor_link'] as const;

function Actor({ actor: { type, name } }: { actor: Entry['actor'] }) {
  const { t } = useTranslation('audit');
  const kind = ACTORS.find((each) => each === type);
  const word = kind ? t(`actor.${kind}`) : type;
  if (name === null) return word;
  return (
    <>
      {name}
      {kind !== 'user' && (
        <Text size="xs" c="dimmed">
          {word}
        </Text>
      )}
    </>
  );
}
