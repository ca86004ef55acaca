import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { People, Subject } from './decision-table';
import { ScopeHistoryDocument, type ScopeHistoryQuery } from './scope.gql';
import type { ShownScope } from './scope.page';

type Decision = ScopeHistoryQuery['scopeDecisions']['nodes'][number];

/** Every decision on the scope of a framework, newest first; nothing where there is none: who asked for it, when, why, and who approved or ended it. */
export function ScopeHistory({ framework, choice }: { framework: string; choice: ShownScope['choice'] }) {
  const { t } = useTranslation('scope');
  const result = useQuery(ScopeHistoryDocument, { variables: { framework } });
  return (
    <Answered result={result}>
      {({ scopeDecisions: { nodes, totalCount } }) =>
        nodes.length > 0 && (
          <Section title={t('history.title')}>
            <HistoryTable decisions={nodes} choice={choice} />
            {totalCount > nodes.length && (
              <Text size="xs" c="dimmed">
                {t('history.more', { count: nodes.length, total: totalCount })}
              </Text>
            )}
          </Section>
        )
      }
    </Answered>
  );
}

function HistoryTable({ decisions, choice }: { decisions: readonly Decision[]; choice: ShownScope['choice'] }) {
  const { t } = useTranslation('scope');
  const columns: readonly Column<Decision>[] = [
    {
      key: 'subject',
      header: t('column.subject'),
      cell: (decision) => <Subject decision={decision} choice={choice} />,
    },
    { key: 'people', header: t('column.people'), cell: (decision) => <Settled decision={decision} /> },
    {
      key: 'state',
      header: t('column.state'),
      cell: ({ status }) => <StateWord tone={TONES[status]} word={t(`state.${status}`)} />,
    },
  ];
  return <DataTable label={t('history.title')} columns={columns} rows={decisions} rowKey={({ id }) => id} />;
}

const TONES = { approved: 'good', proposed: 'waiting', rejected: 'bad', withdrawn: 'ended' } as const;

/** Who asked for a decision, who approved or rejected it, and who ended it. */
function Settled({ decision }: { decision: Decision }) {
  const { t } = useTranslation('scope');
  const format = useFormat();
  const { status, decidedBy, decidedAt, endedBy, endedAt, note } = decision;
  return (
    <Stack gap={0}>
      {status === 'rejected' && decidedBy && decidedAt !== null ? (
        <>
          <span>
            {t('people.proposed', { name: decision.proposedBy.name, date: format.date(decision.proposedAt) })}
          </span>
          <span>{t('people.rejected', { name: decidedBy.name, date: format.date(decidedAt) })}</span>
        </>
      ) : (
        <People decision={decision} />
      )}
      {endedBy && endedAt !== null && (
        <span>{t('people.ended', { name: endedBy.name, date: format.date(endedAt) })}</span>
      )}
      {note !== null && <Text c="dimmed">{note}</Text>}
    </Stack>
  );
}
