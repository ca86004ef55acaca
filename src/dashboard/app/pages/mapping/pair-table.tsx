import '../../parts/table.css';
import { Button, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { ControlLink } from '../../parts/control-link';
import { csvOf } from '../../parts/csv.rules';
import { download } from '../../parts/download';
import { ShareBar } from '../../parts/share-bar';
import { UnfoldSign } from '../../parts/unfold-sign';
import { CoverBadge } from './cover-badge';
import { OwnLinks, PairGivers } from './pair-givers';
import type { MappingPairQuery } from './pair.gql';
import type { Ends } from './pair.page';
import { categoriesOf, countsOf, csvRowsOf, openAtFirst, type PairCategory, type PairRow } from './pair.rules';

type Row = PairRow<MappingPairQuery['from'][number]>;

interface PairTableProps {
  rows: readonly Row[];
  ends: Ends;
  /** Above the table, beside what is done with all of it. */
  filter: ReactNode;
}

/** Controls of the covered framework by category, each with its coverage and what gives it. */
export function PairTable({ rows, ends, filter }: PairTableProps) {
  const { t } = useTranslation('mapping');
  const { from, to } = ends;
  const categories = categoriesOf(rows);
  const [open, setOpen] = useState(() => openAtFirst(categories));
  const isAllOpen = categories.every(({ category }) => open.includes(category));
  const toggle = (category: string) =>
    setOpen(open.includes(category) ? open.filter((each) => each !== category) : [...open, category]);
  const save = () => {
    const words = { full: t('cover.full'), part: t('cover.part'), none: t('cover.none') };
    const header = (['code', 'title', 'category', 'coverage', 'asked', 'shared', 'by', 'over'] as const).map((key) =>
      t(`pair.csv.${key}`, { from: from.name, to: to.name }),
    );
    const lines = csvRowsOf(rows, words);
    download(
      new Blob([csvOf([header, ...lines])], { type: 'text/csv;charset=utf-8' }),
      `${to.slug}-by-${from.slug}.csv`,
    );
  };
  if (rows.length === 0) {
    return (
      <Stack gap="xs">
        {filter}
        <Nothing to={to.name} />
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end" gap="sm">
        {filter}
        <Group gap="xs">
          {categories.length > 1 && (
            <Button
              variant="default"
              onClick={() => setOpen(isAllOpen ? [] : categories.map(({ category }) => category))}
            >
              {t(isAllOpen ? 'pair.fold' : 'pair.unfold')}
            </Button>
          )}
          <Button variant="default" onClick={save}>
            {t('pair.download')}
          </Button>
        </Group>
      </Group>
      <div role="region" aria-label={t('pair.list', { to: to.name })} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table className="table mapping-pair" verticalSpacing={8} horizontalSpacing={8} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="34%">{t('pair.control', { framework: to.name })}</Table.Th>
              <Table.Th w={176}>{t('pair.coverage')}</Table.Th>
              <Table.Th>{t('pair.by', { framework: from.name })}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {categories.map((each) => (
            <CategoryRows
              key={each.category}
              category={each}
              ends={ends}
              isOpen={open.includes(each.category)}
              onToggle={() => toggle(each.category)}
            />
          ))}
        </Table>
      </div>
    </Stack>
  );
}

function Nothing({ to }: { to: string }) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate({ from: '/mapping/$from/$to' });
  return (
    <Empty
      action={
        <Button variant="default" onClick={() => void navigate({ search: {}, resetScroll: false })}>
          {t('pair.reset')}
        </Button>
      }
    >
      {t('pair.nothing', { to })}
    </Empty>
  );
}

interface CategoryRowsProps {
  category: PairCategory<Row>;
  ends: Ends;
  isOpen: boolean;
  onToggle: () => void;
}

/** A category with its bar, and unfolded its controls. */
function CategoryRows({ category: { category, rows }, ends, isOpen, onToggle }: CategoryRowsProps) {
  const { t } = useTranslation('mapping');
  const counts = countsOf(rows);
  const { full, part, none } = counts;
  const words = (['full', 'part', 'none'] as const)
    .filter((cover) => counts[cover] > 0)
    .map((cover) => t(`pair.counted.${cover}`, { count: counts[cover] }))
    .join(' · ');
  return (
    <Table.Tbody>
      <Table.Tr className="mapping-fold-row" data-open={isOpen || undefined}>
        <Table.Th scope="rowgroup">
          <UnstyledButton fz="sm" fw={600} mih={24} aria-expanded={isOpen} onClick={onToggle}>
            <UnfoldSign isOpen={isOpen} />
            {category}
          </UnstyledButton>
        </Table.Th>
        <Table.Td data-header="">
          <ShareBar
            counts={{ full, partial: part, failed: 0, rest: none }}
            label={t('pair.bar', { category, covered: full + part, total: rows.length })}
          />
        </Table.Td>
        <Table.Td data-header="">
          <Text size="xs" c="dimmed">
            {words}
          </Text>
        </Table.Td>
      </Table.Tr>
      {isOpen && rows.map((row) => <ControlRow key={row.control.id} row={row} ends={ends} />)}
    </Table.Tbody>
  );
}

/** Row of a control. Memoized: a framework has hundreds. */
const ControlRow = memo(function ControlRow({ row, ends: { from, to } }: { row: Row; ends: Ends }) {
  const { t } = useTranslation('mapping');
  const { cover, control, givers, asked, shared } = row;
  return (
    <Table.Tr>
      <Table.Td data-part="name">
        <ControlLink control={control} framework={to.slug} />
      </Table.Td>
      <Table.Td data-part="status">
        <CoverBadge cover={cover} />
        {cover === 'part' && (
          <Text size="xs" c="dimmed" className="mapping-elements">
            {shared < asked ? t('pair.elements', { shared, count: asked }) : t('pair.beyond')}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-header="">
        {givers.length === 0 ? (
          <OwnLinks links={control.mappings} />
        ) : (
          <PairGivers givers={givers} framework={from.slug} />
        )}
      </Table.Td>
    </Table.Tr>
  );
});
