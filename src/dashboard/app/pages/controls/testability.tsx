import './control.css';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import type { TestabilityFragment } from './controls.gql';
import { PASSED_BY_ONE_CHECK_BEFORE } from './first-version.rules';

type Counted = TestabilityFragment & { id: string; name: string; slug: string };

const KINDS = ['full', 'part', 'none', 'supported'] as const;

/** How many controls of some frameworks tests alone can fail and pass, in one sentence. */
export function TestabilitySentence({ frameworks }: { frameworks: readonly Counted[] }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const sum = (of: (framework: Counted) => number) => frameworks.reduce((total, each) => total + of(each), 0);
  const total = sum(({ totalControls }) => totalControls);
  const full = sum(({ testability }) => testability.full);
  return t(full === 0 ? 'testability.sentenceNone' : 'testability.sentence', {
    count: total,
    total: format.number(total),
    full: format.number(full),
    failable: format.number(sum(({ testability }) => testability.failable)),
    none: format.number(sum(({ testability }) => testability.none)),
  });
}

/** How many controls of each framework tests can decide and how many only people can: a scan does not do it alone. */
export function Testability({ frameworks }: { frameworks: readonly Counted[] }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <Stack gap="sm">
      <Text maw={760}>
        <TestabilitySentence frameworks={frameworks} />
      </Text>
      <DataTable
        label={t('testability.label')}
        rows={frameworks}
        rowKey={({ id }) => id}
        columns={[
          { key: 'framework', header: t('frameworks.framework'), cell: ({ name }) => name },
          {
            key: 'controls',
            header: t('testability.controls'),
            align: 'right',
            cell: ({ totalControls }) => format.number(totalControls),
          },
          ...KINDS.map((kind) => ({
            key: kind,
            header: t(`testability.${kind}`),
            align: 'right' as const,
            cell: ({ testability }: Counted) => format.number(testability[kind]),
          })),
          {
            key: 'inFull',
            header: t('testability.inFull'),
            align: 'right',
            cell: ({ passableInFull }) => format.number(passableInFull),
          },
          {
            key: 'before',
            header: t('testability.before'),
            align: 'right',
            cell: ({ slug }) => {
              const before = PASSED_BY_ONE_CHECK_BEFORE[slug];
              return before === undefined ? '–' : format.number(before);
            },
          },
        ]}
      />
      <Text size="xs" c="dimmed" maw={720}>
        {t('testability.explained')} {t('testability.inFullExplained')}
      </Text>
    </Stack>
  );
}
