import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceColumn } from '../../parts/choice-column';
import { DataTable, type Column } from '../../parts/data-table';
import { dayAfter } from '../../parts/exceptions/exceptions.rules';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { DueDay, WorkState } from '../../parts/work-items/work-state';
import { BulkActions } from './bulk-actions';
import { Subject, subjectName } from './subject';
import { dueGroups, gainOf } from './work-groups.rules';
import { WorkGainsDocument, type WorkListQuery } from './work.gql';

type Item = WorkListQuery['workItems']['nodes'][number];

const WEEK_DAYS = 7;

interface WorkTableProps {
  items: readonly Item[];
  /** Whether they are all of the user: then no row says whose it is. */
  isOwn: boolean;
  /** Whether they stand in groups by the day until which they are to be done. */
  isByDay: boolean;
  /** How many are overdue, on all pages. */
  overdue: number;
}

/** Work items that can be chosen and changed together. */
export function WorkTable({ items, isOwn, isByDay, overdue }: WorkTableProps) {
  const { t } = useTranslation('work');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const present = items.filter(({ id }) => chosen.includes(id));
  const table = (label: string, rows: readonly Item[]) => (
    <Rows label={label} items={rows} isOwn={isOwn} chosen={chosen} onChoose={setChosen} />
  );
  return (
    <>
      {present.length > 0 ? <BulkActions ids={present.map(({ id }) => id)} onDone={() => setChosen([])} /> : null}
      {isByDay
        ? dueGroups(items, dayAfter(new Date(), WEEK_DAYS)).map((each) => {
            const title = each.group === 'overdue' ? t('due.overdue', { count: overdue }) : t(`due.${each.group}`);
            return (
              <Section key={each.group} title={title}>
                {table(t('labelOf', { group: title }), each.items)}
              </Section>
            );
          })
        : table(t('label'), items)}
    </>
  );
}

interface RowsProps {
  label: string;
  items: readonly Item[];
  isOwn: boolean;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

function Rows({ label, items, isOwn, chosen, onChoose }: RowsProps) {
  const { t } = useTranslation('work');
  const owner: Column<Item> = {
    key: 'owner',
    header: t('field.owner'),
    cell: ({ owner: each }) => <span className="work-owner">{each?.name ?? t('nobody')}</span>,
  };
  const columns: readonly Column<Item>[] = [
    choiceColumn({
      rows: items,
      chosen,
      onChoose,
      all: t('bulk.all', { count: items.length }),
      nameOf: ({ title }) => t('choose', { title }),
    }),
    { key: 'title', header: t('field.title'), cell: (item) => <Name item={item} /> },
    {
      key: 'severity',
      header: t('field.severity'),
      cell: ({ finding, check }) => {
        const severity = finding?.severity ?? check?.severity;
        return severity && <Severity severity={severity} />;
      },
    },
    { key: 'gain', header: t('field.gain'), cell: (item) => <Gain item={item} /> },
    ...(isOwn ? [] : [owner]),
    { key: 'due', header: t('field.due'), cell: (item) => <DueDay item={item} /> },
    { key: 'state', header: t('field.state'), cell: ({ state }) => <WorkState state={state} /> },
  ];
  return (
    <div className="work-rows">
      <DataTable label={label} columns={columns} rows={items} rowKey={({ id }) => id} />
    </div>
  );
}

/** Its title, and what it is about where the title does not say that. */
function Name({ item }: { item: Item }) {
  return (
    <Stack gap={0} align="flex-start" className="work-name">
      <TextLink to="/work-items/$workItemId" params={{ workItemId: item.id }} fw={500}>
        {item.title}
      </TextLink>
      {subjectName(item) !== item.title && <Subject item={item} size="xs" />}
    </Stack>
  );
}

/** Controls that would pass by it, else those that it helps; nothing for what repairs no check. */
function Gain({ item }: { item: Item }) {
  const { t } = useTranslation(['remediation', 'work']);
  const { data } = useQuery(WorkGainsDocument);
  const gain = gainOf({ checkId: item.checkId, finding: item.finding }, data?.remediationQueue ?? []);
  if (!gain) return null;
  if (gain.passes + gain.helps === 0) return <Text c="dimmed">{t('effect.none')}</Text>;
  return gain.passes > 0 ? (
    <Text fw={500}>{t('effect.passes', { count: gain.passes })}</Text>
  ) : (
    <Text>{t('work:helps', { count: gain.helps })}</Text>
  );
}
