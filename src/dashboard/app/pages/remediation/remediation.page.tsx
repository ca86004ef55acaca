import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useShell } from '../../api/shell-data';
import { byGain } from '../../parts/gain.rules';
import { ListBar } from '../../parts/list-bar';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { SEVERITIES } from '../../parts/severity.rules';
import { Views } from '../../parts/views';

import { FixTable, type Example, type Fix } from './fix-table';
import { RemediationQueueDocument, type RemediationQueueQuery } from './remediation.gql';
import {
  affectsControls,
  EFFORTS,
  filteredFixes,
  isNarrowed,
  orderedFixes,
  OWNERS,
  passedAlone,
  reachedControls,
} from './remediation.rules';
import { remediationSearch } from './remediation-search';
import { WhatIfBar } from './what-if';

/** Kinds of fixes: what is repaired in a system, and what somebody judges. */
const SOURCES = ['check', 'assessment'] as const;

/** Limit of fixes that the service returns. */
const FIXES_MAX = 100;

/** Page of the remediation queue over all frameworks. */
export function RemediationPage() {
  const { t } = useTranslation(['remediation', 'common']);
  const result = useQuery(RemediationQueueDocument);
  return (
    <Page
      title={t('common:nav.remediation')}
      answer={result.data && <Reach data={result.data} />}
      asked={[{ document: RemediationQueueDocument }]}
      actions={
        <Button component={Link} to="/remediation/plan" variant="default">
          {t('plan.title')}
        </Button>
      }
    >
      <Answered result={result}>
        {({ remediationQueue, failing }) =>
          remediationQueue.length === 0 ? (
            <Empty title={t('answer.none')}>{t('empty')}</Empty>
          ) : (
            <Stack gap="md">
              <Listed all={byGain(remediationQueue)} examples={failing.checks} />
            </Stack>
          )
        }
      </Answered>
    </Page>
  );
}

/** How many of the failing controls the fixes reach, and how many of them by one fix alone. */
function Reach({ data: { scorecard, remediationQueue } }: { data: RemediationQueueQuery }) {
  const { t } = useTranslation('remediation');
  const affecting = byGain(remediationQueue).filter(affectsControls);
  const failing = scorecard.frameworks.reduce((sum, { failedControls }) => sum + failedControls, 0);
  if (affecting.length === 0) return remediationQueue.length === 0 ? null : <>{t('answer.supports')}</>;
  const reached = reachedControls(affecting);
  const fixes = t('fixes', { count: affecting.length });
  return (
    <>
      {reached >= failing
        ? t('answer.reachAll', { fixes, count: failing })
        : t('answer.reach', { fixes, reached, count: failing })}{' '}
      · {t('answer.alone', { count: passedAlone(affecting) })}
    </>
  );
}

function Filters() {
  const { t } = useTranslation(['remediation', 'common', 'terms']);
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
      <Narrowing
        label={t('field.severity')}
        all={t('filter.allSeverities')}
        value={search.severity}
        choices={SEVERITIES.map((value) => ({ value, label: t(`terms:severity.${value}`) }))}
        onChange={(severity) => filter({ severity })}
      />
      <Narrowing
        label={t('field.effort')}
        all={t('filter.allEfforts')}
        value={search.effort}
        choices={EFFORTS.map((value) => ({ value, label: t(`effort.${value}`) }))}
        onChange={(effort) => filter({ effort })}
      />
      <Narrowing
        label={t('field.owner')}
        all={t('filter.allOwners')}
        value={search.owner}
        choices={OWNERS.map((value) => ({ value, label: t(`filter.owner.${value}`) }))}
        onChange={(owner) => filter({ owner })}
      />
    </>
  );
}

interface NarrowingProps {
  label: string;
  /** Text of the choice that leaves nothing out. */
  all: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  /** Called with the value that is chosen, empty for all. */
  onChange: (value: string) => void;
}

function Narrowing({ label, all, value = '', choices, onChange }: NarrowingProps) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: all }, ...choices]}
    />
  );
}

/** The queue behind its filters. What is chosen stays chosen where a filter hides it. */
function Listed({ all, examples }: { all: readonly Fix[]; examples: readonly Example[] }) {
  const { t } = useTranslation('remediation');
  const search = useSearch({ from: '/frame/remediation' });
  const { me } = useShell();
  const shown = search.show === 'all' ? all : all.filter(affectsControls);
  const fixes = orderedFixes(filteredFixes(shown, search, me.id), search.order);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // What the page names as the best next step is in the first table.
  const first = search.order === undefined ? byGain(fixes)[0]?.source : undefined;
  const sources = SOURCES.toSorted((one, other) => Number(other === first) - Number(one === first));
  return (
    <>
      <Views
        label={t('filter.which')}
        shown={search.show ?? 'affecting'}
        views={[
          {
            key: 'affecting',
            name: t('filter.affecting'),
            count: all.filter(affectsControls).length,
            search: { show: undefined },
          },
          { key: 'all', name: t('filter.all'), count: all.length, search: { show: 'all' } },
        ]}
      />
      <ListBar count={[search.severity, search.effort, search.owner].filter((each) => each !== undefined).length}>
        <Filters />
        <Text size="xs" c="dimmed" role="status">
          {isNarrowed(search) && t('filter.shown', { shown: fixes.length, count: all.length })}
          {all.length === FIXES_MAX && ` ${t('filter.first', { count: FIXES_MAX })}`}
        </Text>
      </ListBar>
      {fixes.length === 0 ? (
        <Empty>{t('filter.none')}</Empty>
      ) : (
        sources.map((source) => {
          const group = fixes.filter((fix) => fix.source === source);
          if (group.length === 0) return null;
          const title = t(`group.${source}`, { count: group.length });
          return (
            <Section key={source} title={title} aside={<Text c="dimmed">{t(`groupHint.${source}`)}</Text>}>
              <FixTable
                label={t(`label.${source}`)}
                fixes={group}
                examples={examples}
                chosen={chosen}
                onChoose={setChosen}
              />
            </Section>
          );
        })
      )}
      <Text size="xs" c="dimmed" maw={760}>
        {t(`rank.${search.order ?? 'gain'}`)}
      </Text>
      <WhatIfBar chosen={all.filter(({ id }) => chosen.includes(id))} onClear={() => setChosen([])} />
    </>
  );
}
