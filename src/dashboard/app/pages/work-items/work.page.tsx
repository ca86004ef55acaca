import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered, Empty } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { CursorPager, useCursorPages } from '../../parts/cursor-pages';
import { dayAfter } from '../../parts/exceptions/exceptions.rules';
import { Page } from '../../parts/page';
import { SavedViews } from '../../parts/saved-views/saved-views';
import { TextLink } from '../../parts/text-link';
import { daysLate } from '../../parts/work-items/late.rules';
import { NewWorkItem } from './new-work-item';
import { NoWork } from './no-work';
import { SHOWN, WHOSE, workSearch } from './work-search';
import { WorkTable } from './work-table';
import './work-items.css';
import { WorkListDocument, type WorkListQuery, type WorkListQueryVariables } from './work.gql';

type Where = WorkListQueryVariables['where'];

const FIRST = 50;

/** Page of what is to be done: the user's own work first, by the day until which it is to be done. */
export function WorkPage() {
  const { t } = useTranslation(['work', 'common']);
  const { whose = 'mine', shown = 'unfinished' } = useSearch({ from: '/frame/work-items' });
  const may = useMay();
  const pages = useCursorPages(`${whose} ${shown}`);
  const own = whose === 'mine' ? { mine: true } : {};
  const where = { ...own, ...CONDITIONS[shown] };
  const late = { ...own, overdue: true };
  const orderBy = shown === 'unfinished' || shown === 'overdue' ? ('due' as const) : ('newest' as const);
  const variables = {
    where,
    late,
    orderBy,
    first: FIRST,
    ...(pages.after === undefined ? {} : { after: pages.after }),
  };
  const result = useQuery(WorkListDocument, { variables });
  const isEmpty = result.data?.all.totalCount === 0;
  return (
    <Page
      title={t('common:nav.work')}
      asked={[{ document: WorkListDocument, variables }]}
      answer={result.data && <Answer data={result.data} whose={whose} />}
      actions={
        <>
          {isEmpty ? (
            <ButtonLink to="/findings" variant="default">
              {t('empty.toFindings')}
            </ButtonLink>
          ) : (
            <SavedViews list="work_items" search={{ whose, shown }} />
          )}
          <NewWorkItem />
        </>
      }
    >
      {!isEmpty && <Filters whose={whose} shown={shown} />}
      <Answered result={result}>
        {({ workItems, overdue }) => (
          <Stack gap="md">
            {isEmpty ? (
              <NoWork />
            ) : workItems.nodes.length === 0 ? (
              <Empty action={whose === 'mine' && <EverybodysWork shown={shown} />}>
                {t(whose === 'mine' && shown === 'unfinished' ? 'empty.how' : 'empty.match')}
              </Empty>
            ) : (
              <WorkTable
                key={`${whose} ${shown}`}
                items={workItems.nodes}
                isOwn={whose === 'mine'}
                isByDay={shown === 'unfinished'}
                overdue={overdue.totalCount}
              />
            )}
            <CursorPager pages={pages} {...workItems} first={FIRST} />
            {whose === 'mine' && !isEmpty && may('remediationQueue') && (
              <TextLink to="/remediation" search={{ owner: 'nobody', show: 'all' }} size="sm">
                {t('unowned')}
              </TextLink>
            )}
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

interface AnswerProps {
  data: WorkListQuery;
  whose: (typeof WHOSE)[number];
}

function Answer({ data: { mine, open: everybodys, overdue, all }, whose }: AnswerProps) {
  const { t } = useTranslation('work');
  if (all.totalCount === 0) return t('empty.none');
  const open =
    whose === 'mine' ? t('answer.mine', { count: mine.totalCount }) : t('answer.all', { count: everybodys.totalCount });
  const [first] = overdue.nodes;
  if (!first || first.dueOn === null) return open;
  const days = daysLate(first.dueOn, dayAfter(new Date(), 0));
  if (overdue.totalCount > 1) return `${open} · ${t('answer.lateOf', { late: overdue.totalCount, count: days })}`;
  const isAll = (whose === 'mine' ? mine : everybodys).totalCount === 1;
  return `${open} · ${t(isAll ? 'late' : 'answer.oneLate', { count: days })}`;
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
