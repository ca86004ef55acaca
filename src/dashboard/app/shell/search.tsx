import '@mantine/spotlight/styles.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Severity } from '../parts/severity';
import { ControlStatus } from '../parts/status';
import { failingOf, ranked } from './search.rules';
import { SearchDocument, SearchFailingDocument } from './search.gql';

const [store, spotlight] = createSpotlight();
const LENGTH_MIN = 2;
/** Limit of results. */
const SHOWN_MAX = 40;
/** Limit of failing checks. */
const FAILING_MAX = 5;

/**
 * Search dialog: what fails by its words, controls of any framework by identifier or text, resources by a part of their ids.
 * @param openings a counter; the dialog opens when it changes
 */
export function SearchDialog({ openings }: { openings: number }) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  useEffect(() => spotlight.open(), [openings]);
  const [q] = useDebouncedValue(text.trim(), 150);
  const isAsked = q.length >= LENGTH_MIN;
  const { data, previousData, loading } = useQuery(SearchDocument, isAsked ? { variables: { q } } : skipToken);
  const answer = isAsked ? (data ?? previousData) : undefined;
  const failing = useQuery(SearchFailingDocument, isAsked ? {} : skipToken);
  const checks = isAsked ? failingOf(failing.data?.findingFacets.checks ?? [], q) : [];
  const resources = answer?.resources.nodes ?? [];
  const found = ranked(
    (answer?.frameworks ?? []).flatMap(({ name, slug, controls }) =>
      controls.map((control) => ({ ...control, framework: name, slug })),
    ),
    q,
  );
  const controls = found.length > 0 && (
    <Spotlight.ActionsGroup label={t('search.controls', { total: found.length })}>
      {found.slice(0, SHOWN_MAX).map(({ framework, slug, ...control }) => (
        <Spotlight.Action
          key={control.id}
          onClick={() =>
            void navigate({
              to: '/controls/$framework/$controlId',
              params: { framework: slug, controlId: control.id },
            })
          }
        >
          <Group justify="space-between" wrap="nowrap" w="100%">
            <div>
              <Text size="sm" fw={500}>
                {control.controlId} {control.title}
              </Text>
              <Text size="xs" c="dimmed">
                {framework}
              </Text>
            </div>
            <ControlStatus control={control} />
          </Group>
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
  return (
    <Spotlight.Root store={store} shortcut={null} query={text} onQueryChange={setText} scrollable maxHeight={420}>
      <Spotlight.Search placeholder={t('search.everything')} aria-label={t('search.everything')} />
      <Spotlight.ActionsList>
        {checks.length > 0 && (
          <Spotlight.ActionsGroup label={t('search.failing', { total: checks.length })}>
            {checks.slice(0, FAILING_MAX).map(({ count, severity, check }) => (
              <Spotlight.Action
                key={check.id}
                onClick={() => void navigate({ to: '/findings', search: { checkId: check.id } })}
              >
                <Group justify="space-between" wrap="nowrap" w="100%">
                  <Text size="sm" fw={500}>
                    {check.fault}
                  </Text>
                  <Group gap="sm" wrap="nowrap">
                    <Text size="xs" c="dimmed">
                      {t('search.findings', { count })}
                    </Text>
                    <Severity severity={severity} />
                  </Group>
                </Group>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {controls}
        {resources.length > 0 && (
          <Spotlight.ActionsGroup
            label={t('search.resources', { total: answer?.resources.totalCount ?? resources.length })}
          >
            {resources.map(({ id, resourceId, name, integration }) => (
              <Spotlight.Action
                key={id}
                onClick={() => void navigate({ to: '/resources/$resourceId', params: { resourceId: id } })}
                label={name ?? resourceId}
                description={`${integration.name} · ${resourceId}`}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length + resources.length + checks.length === 0 && (
          <Spotlight.Empty>{isAsked && !loading ? t('search.none') : t('search.hint')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Text size="xs" c="dimmed">
          {t('search.keys')}
        </Text>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}
