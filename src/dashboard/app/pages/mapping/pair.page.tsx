import { useQuery } from '@apollo/client/react';
import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { useShell } from '../../api/shell-data';
import { PairFilter } from './pair-filter';
import { FlowButton, PairFlow } from './pair-flow';
import { PairTable } from './pair-table';
import { MappingPairDocument, type MappingPairQuery } from './pair.gql';
import { coverageOf } from './matrix.rules';
import { countsOf, domainsOf, isIn, rowsOf, type Cover } from './pair.rules';
import './mapping.css';

export type Gap = MappingPairQuery['gap'];

/** The two frameworks of a pair: slug, and name when active. */
export interface Ends {
  from: { slug: string; name: string };
  to: { slug: string; name: string };
}

type Framework = ReturnType<typeof useShell>['frameworks'][number];

/** Whether an address means this framework, as the service does: by slug, name or id, `SOC-2` is `soc2`. */
function isNamed(named: string): (framework: Framework) => boolean {
  const spelling = (each: string) => each.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return ({ slug, name, id }) => [slug, name, id].some((each) => spelling(each) === spelling(named));
}

/** Page of a pair: coverage of one framework by another, control by control. */
export function PairPage() {
  const { t } = useTranslation('mapping');
  const { from, to } = useParams({ from: '/frame/mapping/$from/$to' });
  const { frameworks } = useShell();
  const endOf = (named: string) => frameworks.find(isNamed(named)) ?? { slug: named, name: named };
  const ends = { from: endOf(from), to: endOf(to) };
  const result = useQuery(MappingPairDocument, { variables: { from, to } });
  const [isFlow, { toggle: toggleFlow }] = useDisclosure();
  const gap = result.data?.gap;
  const unknown = [from, to].find((named) => !frameworks.some(isNamed(named))) ?? from;
  const isPair = ends.from.slug !== ends.to.slug;
  return (
    <Page
      thing={{ kind: 'framework', id: unknown, result }}
      title={t('pair.title', { from: ends.from.name, to: ends.to.name })}
      answer={gap && isPair && <Answer ends={ends} gap={gap} />}
      asked={[{ document: MappingPairDocument, variables: { from, to } }]}
      up={<TextLink to="/mapping">{t('pair.matrix')}</TextLink>}
      actions={isPair && <FlowButton isFlow={isFlow} onToggle={toggleFlow} />}
    >
      <Choice ends={ends} />
      {isPair ? (
        <Answered result={result}>{(data) => <Pair data={data} ends={ends} isFlow={isFlow} />}</Answered>
      ) : (
        <Empty>{t('pair.same')}</Empty>
      )}
    </Page>
  );
}

function Answer({ ends: { from, to }, gap }: { ends: Ends; gap: Gap }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { fullControls: full, partControls: part, noneControls: none } = gap;
  const { covered, total, percent } = coverageOf([gap]);
  const shownAs = (cover?: Cover) => (
    <TextLink to="/mapping/$from/$to" params={{ from: from.slug, to: to.slug }} search={{ cover }} inherit />
  );
  return (
    <Trans
      t={t}
      i18nKey="pair.answer"
      values={{ covered, total, full, part, none, percent: format.percent(percent), from: from.name, to: to.name }}
      components={{ all: shownAs(), full: shownAs('full'), part: shownAs('part'), gap: shownAs('none') }}
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
      <ButtonLink
        to="/mapping/$from/$to"
        params={{ from: to.slug, to: from.slug }}
        variant="default"
        className="mapping-swap"
        aria-label={`${t('pair.swap')}: ${t('pair.title', { from: to.name, to: from.name })}`}
      >
        {t('pair.swap')}
      </ButtonLink>
    </div>
  );
}

interface PairProps {
  data: MappingPairQuery;
  ends: Ends;
  isFlow: boolean;
}

function Pair({ data: { from, gap }, ends, isFlow }: PairProps) {
  const { t } = useTranslation('mapping');
  const { cover, domain } = useSearch({ from: '/frame/mapping/$from/$to' });
  const all = useMemo(() => rowsOf(from, gap.controls), [from, gap]);
  const domains = useMemo(() => domainsOf(all), [all]);
  const ofDomain = domain === undefined ? all : all.filter(({ control }) => isIn(domain, control));
  const shown = cover === undefined ? ofDomain : ofDomain.filter((row) => row.cover === cover);
  const names = { from: ends.from.name, to: ends.to.name };
  return (
    <Stack gap="xl">
      {isFlow && <PairFlow rows={all} ends={ends} />}
      <Stack gap="md" component="section">
        <div>
          <Title order={2}>{t('pair.list', names)}</Title>
          <Text c="dimmed" maw={760}>
            {t('pair.rule', names)}
          </Text>
        </div>
        <PairTable
          key={`${names.from} ${names.to} ${cover} ${domain}`}
          rows={shown}
          ends={ends}
          filter={<PairFilter counts={countsOf(ofDomain)} domains={domains} shown={shown.length} />}
        />
      </Stack>
    </Stack>
  );
}
