import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { CategoryChips } from './category-chips';
import { ClearFilters, ControlFilters } from './control-filters';
import { ControlTable } from './control-table';
import { ControlsOfFrameworkDocument, type ControlsOfFrameworkQuery } from './controls.gql';
import {
  assuredScoreOf,
  atLevel,
  byCategory,
  chosenOf,
  DEFAULT_SORT,
  levelsOf,
  scoreOf,
  countStatuses,
  type StatusCounts,
} from './controls.rules';
import { FrameworkActions } from './framework-actions';
import { LevelSwitch } from './level-switch';
import { PhoneFold } from './phone-fold';
import { StatusViews } from './status-views';
import { TestabilitySentence } from './testability';
import { useFound } from './use-found';

const route = getRouteApi('/frame/controls/$framework');

/** Page of a framework: its status counts and controls. */
export function ControlsPage() {
  const { t } = useTranslation('controls');
  const variables = route.useParams();
  const { level } = route.useSearch();
  const result = useQuery(ControlsOfFrameworkDocument, { variables });
  const { data } = result;
  const counts = data && countStatuses(atLevel(data.controls, level));
  return (
    <Page
      thing={{ kind: 'framework', id: variables.framework, result }}
      title={data?.framework.name ?? t('framework')}
      up={<TextLink to="/controls">{t('allFrameworks')}</TextLink>}
      asked={[{ document: ControlsOfFrameworkDocument, variables }]}
      actions={data && <FrameworkActions framework={data.framework} controls={atLevel(data.controls, level)} />}
      answer={counts && <Answer counts={counts} />}
    >
      <Answered result={result}>{(answer) => <Controls data={answer} />}</Answered>
    </Page>
  );
}

function Answer({ counts }: { counts: StatusCounts }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [score, assuredScore] = [scoreOf(counts), assuredScoreOf(counts)];
  if (score === null || assuredScore === null) return t('nothing', { total: format.number(counts.total) });
  return t('controls.answer', {
    count: counts.total,
    score: format.percent(score),
    assuredScore: format.percent(assuredScore),
    total: format.number(counts.total),
  });
}

function Controls({ data: { framework, controls, accepted, ucfDomains } }: { data: ControlsOfFrameworkQuery }) {
  const { t } = useTranslation('controls');
  const search = route.useSearch();
  const matching = useFound(framework.slug, search);
  const levels = levelsOf(controls);
  const inLevel = atLevel(controls, search.level);
  const counts = countStatuses(inLevel);
  const categories = byCategory(inLevel);
  const acceptedIds = new Set(accepted.map(({ id }) => id));
  return (
    <Stack gap="xl" className="framework-controls">
      {levels.length > 1 && <LevelSwitch levels={levels} level={search.level} />}
      <PhoneFold title={t('controls.categories')} isOpen={search.category !== undefined}>
        <CategoryChips categories={categories} chosen={search.category} />
      </PhoneFold>
      <Stack component="section" gap="sm" aria-label={t('controls.label')}>
        <StatusViews
          label={t('controls.status')}
          first={{ name: t('controls.all'), count: counts.total + counts.not_applicable }}
          counts={counts}
          disputed={inLevel.filter((control) => control.disputed).length}
          accepted={inLevel.filter(({ id }) => acceptedIds.has(id)).length}
          search={search}
        />
        <ControlFilters domains={ucfDomains} search={search} />
        <Answered result={matching}>
          {({ found }) => (
            <ControlTable
              controls={chosenOf(inLevel, { ...search, found })}
              sort={search.sort ?? DEFAULT_SORT}
              aside={<ClearFilters search={search} />}
            />
          )}
        </Answered>
      </Stack>
      {search.level === undefined && <Limits framework={framework} />}
      <Text size="xs" c="dimmed" maw={720}>
        {framework.name} {framework.version}. {t('testability.explained')}{' '}
        {t('controls.formula', { passed: counts.passed, assured: counts.assured, total: counts.total })}
      </Text>
    </Stack>
  );
}

/** What tests can decide of the framework, how many of its controls can pass in full at all, and why not all of them. */
function Limits({ framework }: Pick<ControlsOfFrameworkQuery, 'framework'>) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { totalControls: total, passableInFull: count } = framework;
  return (
    <Text component="div" size="sm" maw={760}>
      <TestabilitySentence frameworks={[framework]} />
      {count < total && (
        <Text size="xs" c="dimmed">
          {t('controls.ceiling', {
            count: total - count,
            inFull: format.number(count),
            total: format.number(total),
            share: format.percent((100 * count) / total),
          })}
        </Text>
      )}
    </Text>
  );
}
