import { useQuery } from '@apollo/client/react';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { FixTable, type Fix } from './fix-table';
import { RemediationQueueDocument } from './remediation.gql';
import { EFFORTS, filteredFixes, SEVERITIES, widestFix } from './remediation.rules';
import { remediationSearch } from './remediation-search';
import { WhatIfBar } from './what-if';

/** Limit of fixes that the service returns. */
const FIXES_MAX = 100;

/** Page of the remediation queue over all frameworks. */
export function RemediationPage() {
  const { t } = useTranslation(['remediation', 'common']);
  const result = useQuery(RemediationQueueDocument);
  const search = useSearch({ from: '/frame/remediation' });
  const fixes = result.data?.remediationQueue;
  return (
    <Page
      title={t('common:nav.remediation')}
      answer={fixes && <Widest fixes={fixes} />}
      asked={[{ document: RemediationQueueDocument }]}
      actions={<TextLink to="/remediation/plan">{t('plan.open')}</TextLink>}
    >
      <Answered result={result}>
        {({ remediationQueue }) =>
          remediationQueue.length === 0 ? (
            <Empty>{t('empty')}</Empty>
          ) : (
            <Stack gap="md">
              <Listed fixes={filteredFixes(remediationQueue, search)} all={remediationQueue} />
              <Text size="xs" c="dimmed" maw={760}>
                {t('rank')}
              </Text>
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

/** Summary of the fix with the largest effect. */
function Widest({ fixes }: { fixes: readonly Fix[] }) {
  const { t } = useTranslation('remediation');
  const widest = widestFix(fixes);
  if (!widest) return <>{t('answer.none')}</>;
  const { fault: title, passes, helps } = widest;
  if (passes.length === 0) return <>{t('answer.helps', { controls: t('controls', { count: helps.length }), title })}</>;
  return <>{t('answer.widest', { controls: t('controls', { count: passes.length }), title })}</>;
}

function Filters() {
  const { t } = useTranslation(['remediation', 'common']);
  const search = useSearch({ from: '/frame/remediation' });
  const navigate = useNavigate();
  const filter = (changed: Record<string, string>) =>
    void navigate({
      to: '/remediation',
      search: remediationSearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <NativeSelect
        aria-label={t('field.severity')}
        value={search.severity ?? ''}
        onChange={({ currentTarget }) => filter({ severity: currentTarget.value })}
        data={[
          { value: '', label: t('filter.allSeverities') },
          ...SEVERITIES.map((value) => ({ value, label: t(`common:severity.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('field.effort')}
        value={search.effort ?? ''}
        onChange={({ currentTarget }) => filter({ effort: currentTarget.value })}
        data={[
          { value: '', label: t('filter.allEfforts') },
          ...EFFORTS.map((value) => ({ value, label: t(`common:effort.${value}`) })),
        ]}
      />
    </>
  );
}

/** The queue behind its filters. What is chosen stays chosen where a filter hides it. */
function Listed({ fixes, all }: { fixes: readonly Fix[]; all: readonly Fix[] }) {
  const { t } = useTranslation('remediation');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      <Group className="queue-bar" gap="sm" justify="space-between">
        <Group gap="sm">
          <Filters />
          <Text size="xs" c="dimmed" role="status">
            {t('filter.shown', { shown: fixes.length, count: all.length })}
            {all.length === FIXES_MAX && ` ${t('filter.first', { count: FIXES_MAX })}`}
          </Text>
        </Group>
        <WhatIfBar chosen={all.filter(({ id }) => chosen.includes(id))} onClear={() => setChosen([])} />
      </Group>
      {fixes.length === 0 ? (
        <Empty>{t('filter.none')}</Empty>
      ) : (
        <FixTable fixes={fixes} chosen={chosen} onChoose={setChosen} />
      )}
    </>
  );
}
