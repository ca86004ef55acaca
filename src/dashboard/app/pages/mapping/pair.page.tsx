import { useQuery } from '@apollo/client/react';
import { NativeSelect, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useShell } from '../../api/shell-data';
import { PairFilter } from './pair-filter';
import { PairFlow } from './pair-flow';
import { PairGroups } from './pair-groups';
import { MappingPairDocument, type MappingPairQuery } from './pair.gql';
import { countsOf, coversOf, groupsOf, type Cover, type CoverCounts } from './pair.rules';
import './mapping.css';

/** The two frameworks of a pair: slug, and name when active. */
export interface Ends {
  from: { slug: string; name: string };
  to: { slug: string; name: string };
}

/** Page of a pair: coverage of one framework by another, by universal control. */
export function PairPage() {
  const { t } = useTranslation('mapping');
  const { from, to } = useParams({ from: '/frame/mapping/$from/$to' });
  const { frameworks } = useShell();
  const nameOf = (slug: string) => frameworks.find((framework) => framework.slug === slug)?.name ?? slug;
  const ends = { from: { slug: from, name: nameOf(from) }, to: { slug: to, name: nameOf(to) } };
  const result = useQuery(MappingPairDocument, { variables: { from, to } });
  const counts = useMemo(() => result.data && countsOf(coversOf(result.data.from, result.data.to)), [result.data]);
  return (
    <Page
      title={t('pair.title', { from: ends.from.name, to: ends.to.name })}
      answer={counts && from !== to && <Answer ends={ends} counts={counts} />}
      asked={[{ document: MappingPairDocument, variables: { from, to } }]}
      actions={
        <>
          <TextLink to="/mapping">{t('pair.matrix')}</TextLink>
          <TextLink to="/mapping/$from/$to" params={{ from: to, to: from }}>
            {t('pair.swap')}
          </TextLink>
        </>
      }
    >
      <Choice ends={ends} />
      {from === to ? (
        <Empty>{t('pair.same')}</Empty>
      ) : (
        <Answered result={result}>{(data) => <Pair data={data} ends={ends} />}</Answered>
      )}
    </Page>
  );
}

function Answer({ ends: { from, to }, counts }: { ends: Ends; counts: CoverCounts }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { covered, total, full, part, gap } = counts;
  const shownAs = (cover?: Cover) => (
    <TextLink to="/mapping/$from/$to" params={{ from: from.slug, to: to.slug }} search={{ cover }} inherit />
  );
  const percent = format.percent(total === 0 ? 0 : (100 * covered) / total);
  return (
    <Trans
      t={t}
      i18nKey="pair.answer"
      values={{ covered, total, full, part, gap, percent, from: from.name, to: to.name }}
      components={{ all: shownAs(), full: shownAs('full'), part: shownAs('part'), gap: shownAs('gap') }}
    />
  );
}

function Choice({ ends }: { ends: Ends }) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate();
  const { frameworks } = useShell();
  const data = frameworks.map(({ slug, name }) => ({ value: slug, label: name }));
  const open = (from: string, to: string) => void navigate({ to: '/mapping/$from/$to', params: { from, to } });
  const { from, to } = ends;
  return (
    <div className="mapping-signs">
      <NativeSelect
        label={t('pair.to')}
        data={data}
        value={to.slug}
        onChange={(event) => open(from.slug, event.currentTarget.value)}
      />
      <NativeSelect
        label={t('pair.from')}
        data={data}
        value={from.slug}
        onChange={(event) => open(event.currentTarget.value, to.slug)}
      />
    </div>
  );
}

function Pair({ data, ends }: { data: MappingPairQuery; ends: Ends }) {
  const { cover, domain } = useSearch({ from: '/frame/mapping/$from/$to' });
  const counts = useMemo(() => countsOf(coversOf(data.from, data.to)), [data]);
  const all = useMemo(() => groupsOf(data.from, data.to, cover), [data, cover]);
  const shown =
    domain === undefined ? all : all.filter(({ universalControl }) => universalControl.domain.code === domain);
  return (
    <Stack gap="xl">
      <PairFlow data={data} ends={ends} />
      <Stack gap="md" component="section">
        <PairFilter data={data} ends={ends} counts={counts} shown={shown.length} />
        <PairGroups groups={shown} ends={ends} />
      </Stack>
    </Stack>
  );
}
