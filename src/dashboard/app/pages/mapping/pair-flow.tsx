import { Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { domainFlowsOf, flowsOf, type DomainFlow } from './flow.rules';
import type { Ends } from './pair.page';
import type { MappedControl, PairRow } from './pair.rules';
import { Sankey } from './sankey';

/** Width from which the picture shows; below it the table says the same. Pixels. */
const WIDE = '(min-width: 700px)';

const useIsWide = () => useMediaQuery(WIDE, true, { getInitialValueInEffect: false });

interface FlowButtonProps {
  isFlow: boolean;
  onToggle: () => void;
}

/** Shows where the coverage comes from: as a picture, or as a table where there is no room for one. */
export function FlowButton({ isFlow, onToggle }: FlowButtonProps) {
  const { t } = useTranslation('mapping');
  const isWide = useIsWide();
  return (
    <Button variant="default" aria-expanded={isFlow} onClick={onToggle}>
      {isFlow ? t('flow.hide') : t(isWide ? 'flow.show' : 'flow.showTable')}
    </Button>
  );
}

interface PairFlowProps {
  rows: readonly PairRow<MappedControl>[];
  ends: Ends;
}

/** Where the coverage of a pair comes from: a flow diagram, and the same figures as a table. */
export function PairFlow({ rows, ends: { from, to } }: PairFlowProps) {
  const { t } = useTranslation('mapping');
  const isWide = useIsWide();
  const flows = useMemo(() => flowsOf(rows), [rows]);
  const domains = useMemo(() => domainFlowsOf(flows), [flows]);
  if (flows.length === 0) return <Empty>{t('flow.none', { from: from.name, to: to.name })}</Empty>;
  const names = { from: from.name, to: to.name };
  const gap = rows.filter(({ givers }) => givers.length === 0).length;
  const table = <FlowTable domains={domains} ends={{ from, to }} />;
  return (
    <section>
      <Title order={2}>{t('flow.title')}</Title>
      <Text c="dimmed" mb="sm" maw={760}>
        {t('flow.hint', names)} {gap > 0 && t('flow.gapHint', { count: gap })}
      </Text>
      {isWide ? (
        <>
          <Sankey
            flows={flows}
            heads={{ from: from.name, domain: t('flow.domain'), to: to.name }}
            gap={{ name: t('flow.gap', { count: gap }), controls: gap }}
            title={t('flow.title')}
            label={t('flow.picture', {
              ...names,
              count: Math.round(domains.reduce((sum, { controls }) => sum + controls, 0)),
              domains: domains.length,
            })}
          />
          <details>
            <summary>{t('flow.table')}</summary>
            {table}
          </details>
        </>
      ) : (
        table
      )}
    </section>
  );
}

interface FlowTableProps {
  domains: readonly DomainFlow[];
  ends: Ends;
}

function FlowTable({ domains, ends: { from, to } }: FlowTableProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const listed = (parts: DomainFlow['from']) =>
    parts.map(({ category, controls }) => `${category} ${format.number(controls)}`).join('; ');
  return (
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
  );
}
