import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { domainFlowsOf, flowsOf, type DomainFlow } from './flow.rules';
import type { MappingPairQuery } from './pair.gql';
import type { Ends, Gap } from './pair.page';
import { Sankey } from './sankey';

/** Flow diagram of the coverage of a pair, with the same figures as a table. */
interface PairFlowProps {
  from: MappingPairQuery['from'];
  gap: Gap;
  ends: Ends;
}

export function PairFlow({ from: controls, gap, ends: { from, to } }: PairFlowProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const flows = useMemo(() => flowsOf(controls, gap.controls), [controls, gap]);
  const domains = useMemo(() => domainFlowsOf(flows), [flows]);
  if (flows.length === 0) return null;
  const count = Math.round(domains.reduce((sum, { controls }) => sum + controls, 0));
  const names = { from: from.name, to: to.name };
  const listed = (parts: DomainFlow['from']) =>
    parts.map(({ category, controls }) => `${category} ${format.number(controls)}`).join('; ');
  return (
    <section>
      <Title order={2}>{t('flow.title')}</Title>
      <Text c="dimmed" mb="sm" maw={760}>
        {t('flow.hint', names)}
      </Text>
      <Sankey
        flows={flows}
        title={t('flow.title')}
        label={t('flow.picture', { ...names, count, domains: domains.length })}
      />
      <details>
        <summary>{t('flow.table')}</summary>
        <DataTable<DomainFlow>
          label={t('flow.table')}
          rows={domains}
          rowKey={({ domain }) => domain.code}
          columns={[
            {
              key: 'domain',
              header: t('flow.domain'),
              cell: ({ domain: { code, name } }) => (
                <TextLink
                  to="/mapping/$from/$to"
                  params={{ from: from.slug, to: to.slug }}
                  search={{ domain: code }}
                  resetScroll={false}
                >
                  {name}
                </TextLink>
              ),
            },
            {
              key: 'controls',
              header: t('flow.controls'),
              align: 'right',
              cell: ({ controls }) => format.number(controls),
            },
            {
              key: 'from',
              header: t('flow.fromCategories', { framework: from.name }),
              cell: (row) => listed(row.from),
            },
            { key: 'to', header: t('flow.toCategories', { framework: to.name }), cell: (row) => listed(row.to) },
          ]}
        />
      </details>
    </section>
  );
}
