import '../../parts/plain-cards.css';
import './audit.css';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { UnfoldSign } from '../../parts/unfold-sign';
import { AuditDetail } from './audit-detail';
import type { AuditTrailQuery } from './audit.gql';
import type { AuditSearch } from './audit-search';
import { withoutRepeats, type Repeated } from './audit-sentence.rules';
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
  const columns: readonly Column<Repeated<Entry>>[] = [
    {
      key: 'moment',
      header: t('column.when'),
      cell: ({ entry: { at } }) => <time dateTime={at}>{format.exactTime(at)}</time>,
    },
    {
      key: 'action',
      header: t('column.what'),
      cell: ({ entry, times }) => (
        <UnstyledButton
          className="audit-sentence"
          aria-expanded={opened === entry.id}
          onClick={() => setOpened(opened === entry.id ? null : entry.id)}
        >
          <UnfoldSign isOpen={opened === entry.id} />
          <span>
            {sentences.of(entry)}
            {times > 1 && ` ${t('times', { count: times })}`}
          </span>
        </UnstyledButton>
      ),
    },
    { key: 'type', header: t('filter.resourceType'), cell: ({ entry }) => <Kind of={entry} /> },
    { key: 'actor', header: t('column.who'), cell: ({ entry: { actor } }) => <Actor actor={actor} /> },
  ];
  return (
    <div className="plain-cards">
      <DataTable
        label={t('common:nav.audit')}
        columns={columns}
        rows={withoutRepeats(entries)}
        rowKey={({ entry: { id } }) => id}
        detailOf={({ entry }) => (entry.id === opened ? <AuditDetail entry={entry} onFilter={onFilter} /> : null)}
      />
    </div>
  );
}

/** Kind of object that an entry is about, as a link where the object has a page. */
function Kind({ of: { resourceType: type, resourceId: id } }: { of: Entry }) {
  const { t } = useTranslation('audit');
  const known = RESOURCE_TYPES.find((each) => each === type);
  const word = known ? t(`resource.${known}`) : type;
  if (id !== null && known === 'scan') {
    return (
      <TextLink to="/scans/$scanId" params={{ scanId: id }} className="audit-kind">
        {word}
      </TextLink>
    );
  }
  if (id !== null && known === 'work_item') {
    return (
      <TextLink to="/work-items/$workItemId" params={{ workItemId: id }} className="audit-kind">
        {word}
      </TextLink>
    );
  }
  return <span className="audit-kind">{word}</span>;
}

const ACTORS = ['user', 'api_key', 'system', 'operator', 'identity_provider', 'auditor_link'] as const;

function Actor({ actor: { type, name } }: { actor: Entry['actor'] }) {
  const { t } = useTranslation('audit');
  const kind = ACTORS.find((each) => each === type);
  const word = kind ? t(`actor.${kind}`) : type;
  if (name === null) return <span className="audit-actor">{word}</span>;
  return (
    <span className="audit-actor">
      {name}
      {kind !== 'user' && (
        <Text size="xs" c="dimmed">
          {word}
        </Text>
      )}
    </span>
  );
}
