import '@mantine/spotlight/styles.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlStatus } from '../parts/status';
import { SearchDocument } from './search.gql';

const [store, spotlight] = createSpotlight();
const LENGTH_MIN = 2;
/** Limit of results. */
const SHOWN_MAX = 40;

/**
 * Search dialog: resources by a part of their ids, controls of any framework by identifier or text.
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
  const resources = answer?.resources.nodes ?? [];
  const found = (answer?.frameworks ?? []).flatMap(({ name, slug, controls }) =>
    controls.map((control) => ({ ...control, framework: name, slug })),
  );
  return (
    <Spotlight.Root store={store} shortcut={null} query={text} onQueryChange={setText} scrollable maxHeight={420}>
      <Spotlight.Search placeholder={t('search.everything')} aria-label={t('search.everything')} />
      <Spotlight.ActionsList>
        {resources.map(({ id, resourceId, name, integration }) => (
          <Spotlight.Action
            key={id}
            onClick={() => void navigate({ to: '/resources/$resourceId', params: { resourceId: id } })}
            label={name ?? resourceId}
            description={`${integration.name} · ${resourceId}`}
          />
        ))}
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
        {found.length + resources.length === 0 && (
          <Spotlight.Empty>{isAsked && !loading ? t('search.none') : t('search.hint')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
