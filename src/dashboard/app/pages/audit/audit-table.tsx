import '../../parts/plain-cards.css';
import './audit.css';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { AuditDetail } from './audit-detail';
import type { AuditTrailQuery } from './audit.gql';
import type { AuditSearch } from './audit-search';
import { RESOURCE_TYPES } from './resource-types';
import { useSentences } from './use-sentence';

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
  const sentences = useSentences();
  const columns: readonly Column<Entry>[] = [
    { key: 'moment', header: t('column.when'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
    {
      key: 'action',
      header: t('column.what'),
      cell: (entry) => (
        <UnstyledButton
          className="audit-sentence"
          aria-expanded={opened === entry.id}
          onClick={() => setOpened(opened === entry.id ? null : entry.id)}
        >
          <span aria-hidden="true">{opened === entry.id ? '▾' : '▸'}</span>
          <span>{sentences.of(entry)}</span>
        </UnstyledButton>
      ),
    },
    { key: 'type', header: t('filter.resourceType'), cell: ({ resourceType }) => <Kind of={resourceType} /> },
    { key: 'actor', header: t('column.who'), cell: ({ actor }) => <Actor actor={actor} /> },
  ];
  return (
    <div className="plain-cards">
      <DataTable
        label={t('common:nav.audit')}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        detailOf={(entry) => (entry.id === opened ? <AuditDetail entry={entry} onFilter={onFilter} /> : null)}
      />
    </div>
  );
}

/** Kind of object that an entry is about. */
function Kind({ of: type }: { of: string }) {
  const { t } = useTranslation('audit');
  const known = RESOURCE_TYPES.find((each) => each === type);
  return <span className="audit-kind">{known ? t(`resource.${known}`) : type}</span>;
}

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
