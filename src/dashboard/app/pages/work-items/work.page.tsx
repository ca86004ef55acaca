import { useQuery } from '@apollo/client/react';
import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { CursorPager, useCursorPages } from '../../parts/cursor-pages';
import { DataTable, type Column } from '../../parts/data-table';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { DueDay, WorkState } from '../../parts/work-items/work-state';
import { BulkActions } from './bulk-actions';
import { NoWork } from './no-work';
import { Subject } from './subject';
import { SHOWN, WHOSE, workSearch } from './work-search';
import { WorkListDocument, type WorkListQuery, type WorkListQueryVariables } from './work.gql';

type Item = WorkListQuery['workItems']['nodes'][number];
type Where = WorkListQueryVariables['where'];

const FIRST = 50;

/** Page of what is to be done: the user's own work first, by the day until which it is to be done. */
export function WorkPage() {
  const { t } = useTranslation(['work', 'common']);
  const { whose = 'mine', shown = 'unfinished' } = useSearch({ from: '/frame/work-items' });
  const pages = useCursorPages(`${whose} ${shown}`);
  const where = { ...(whose === 'mine' ? { mine: true } : {}), ...CONDITIONS[shown] };
  const orderBy = shown === 'unfinished' || shown === 'overdue' ? ('due' as const) : ('newest' as const);
  const variables = { where, orderBy, first: FIRST, ...(pages.after === undefined ? {} : { after: pages.after }) };
  const result = useQuery(WorkListDocument, { variables });
  const isEmpty = result.data?.all.totalCount === 0;
  return (
    <Page
      title={t('common:nav.work')}
      asked={[{ document: WorkListDocument, variables }]}
      answer={result.data && <Answer data={result.data} />}
      actions={
        isEmpty ? (
          <Button component={Link} to="/findings">
            {t('empty.toFindings')}
          </Button>
        ) : (
          <SavedViews list="work_items" search={{ whose, shown }} />
        )
      }
    >
      {!isEmpty && <Filters whose={whose} shown={shown} />}
      <Answered result={result}>
        {({ workItems }) => (
          <Stack gap="md">
            {isEmpty ? (
              <NoWork />
            ) : workItems.nodes.length === 0 ? (
              <Empty action={whose === 'mine' && <EverybodysWork shown={shown} />}>
                {t(whose === 'mine' && shown === 'unfinished' ? 'empty.how' : 'empty.match')}
              </Empty>
            ) : (
              <WorkTable key={`${whose} ${shown}`} items={workItems.nodes} />
            )}
            <CursorPager pages={pages} {...workItems} first={FIRST} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function EverybodysWork({ shown }: { shown: (typeof SHOWN)[number] }) {
  const { t } = useTranslation('work');
  return (
    <TextLink to="/work-items" search={{ whose: 'all', shown }}>
      {t('empty.others')}
    </TextLink>
  );
}

const CONDITIONS: Record<(typeof SHOWN)[number], Where> = {
  unfinished: { states: ['open', 'in_progress'] },
  overdue: { overdue: true },
  done: { states: ['done'] },
  dropped: { states: ['dropped'] },
};

function Answer({ data: { mine, overdue, all } }: { data: WorkListQuery }) {
  const { t } = useTranslation('work');
  if (all.totalCount === 0) return t('empty.none');
  const open = t('answer.mine', { count: mine.totalCount });
  return overdue.totalCount === 0 ? open : `${open}; ${t('answer.overdue', { count: overdue.totalCount })}`;
}

interface FiltersProps {
  whose: (typeof WHOSE)[number];
  shown: (typeof SHOWN)[number];
}

function Filters({ whose, shown }: FiltersProps) {
  const { t } = useTranslation('work');
  const navigate = useNavigate();
  const filter = (changed: Record<string, string>) =>
    void navigate({
      to: '/work-items',
      search: workSearch({ whose, shown, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('filter.whose')}
        value={whose}
        onChange={(value) => filter({ whose: value })}
        data={WHOSE.map((value) => ({ value, label: t(`whose.${value}`) }))}
      />
      <NativeSelect
        aria-label={t('filter.shown')}
        value={shown}
        onChange={({ currentTarget }) => filter({ shown: currentTarget.value })}
        data={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
      />
    </Group>
  );
}

function WorkTable({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('work');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const present = items.filter(({ id }) => chosen.includes(id));
  const columns: readonly Column<Item>[] = [
    {
      key: 'choose',
      header: '',
      headerContent: (
        <Checkbox
          checked={present.length === items.length}
          indeterminate={present.length > 0 && present.length < items.length}
          onChange={() => setChosen(present.length === items.length ? [] : items.map(({ id }) => id))}
          aria-label={t('bulk.all', { count: items.length })}
        />
      ),
      cell: ({ id, title }) => (
        <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} aria-label={t('choose', { title })} />
      ),
    },
    {
      key: 'title',
      header: t('field.title'),
      cell: ({ id, title }) => (
        <TextLink to="/work-items/$workItemId" params={{ workItemId: id }} fw={500}>
          {title}
        </TextLink>
      ),
    },
    { key: 'subject', header: t('field.subject'), cell: (item) => <Subject item={item} /> },
    { key: 'owner', header: t('field.owner'), cell: ({ owner }) => <Text>{owner?.name ?? t('nobody')}</Text> },
    { key: 'due', header: t('field.due'), cell: (item) => <DueDay item={item} /> },
    { key: 'state', header: t('field.state'), cell: ({ state }) => <WorkState state={state} /> },
  ];
  return (
    <>
      {present.length > 0 ? <BulkActions ids={present.map(({ id }) => id)} onDone={() => setChosen([])} /> : null}
      <DataTable label={t('label')} columns={columns} rows={items} rowKey={({ id }) => id} />
    </>
  );
}
