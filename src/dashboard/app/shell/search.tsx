import '@mantine/spotlight/styles.css';
import './search.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Severity } from '../parts/severity';
import { ControlStatus, Status } from '../parts/status';
import { useTypeName } from '../parts/type-name';
import { areActionsFirst, isTitled, matching } from './places.rules';
import { SearchGroup } from './search-group';
import { searchDialog, searchStore, useSelection } from './search-store';
import { failingOf, isNamed, ranked } from './search.rules';
import {
  SearchDocument,
  SearchFailingDocument,
  SearchUniversalDocument,
  type SearchUniversalQuery,
} from './search.gql';
import { useActionPlaces, usePagePlaces, type OpenablePlace } from './use-places';

const LENGTH_MIN = 2;

/**
 * Search dialog: pages and actions by their titles and other words, what fails by its words, controls of any framework by identifier or
 * text, universal controls by code, title or keyword, resources by a part of their name, id or type. Pages and actions that only other
 * words find come last.
 * @param openings a counter; the dialog opens when it changes
 */
export function SearchDialog({ openings }: { openings: number }) {
  const { t } = useTranslation(['search', 'common']);
  const [text, setText] = useState('');
  useEffect(() => searchDialog.open(), [openings]);
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, 150);
  const pages = matching(usePagePlaces(), typed);
  const actions = matching(useActionPlaces(), typed);
  const groups = [
    { name: 'pages', found: pages },
    { name: 'actions', found: actions },
  ] as const;
  const places = (areActionsFirst(pages, actions, typed) ? groups.toReversed() : groups).map(({ name, found }) => (
    <SearchGroup key={`${name} ${typed}`} label={t(`groups.${name}`, { total: found.length })} found={found}>
      {placeAction}
    </SearchGroup>
  ));
  useSelection(typed !== '');
  return (
    <Spotlight.Root
      store={searchStore}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      scrollable
      maxHeight={480}
      // What is typed at once arrives: it has the focus only when it is open.
      transitionProps={{ duration: 0 }}
      // Its top stays where it is, however many results there are.
      centered={false}
    >
      <Spotlight.Search placeholder={t('everything')} aria-label={t('everything')} />
      <Spotlight.ActionsList>
        {isTitled([...pages, ...actions], typed) && places}
        <FoundData q={q} isAlone={pages.length + actions.length === 0} />
        {!isTitled([...pages, ...actions], typed) && places}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Text size="xs" c="dimmed">
          {t('common:search.keys')}
        </Text>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function placeAction({ key, title, open }: OpenablePlace) {
  return <Spotlight.Action key={key} onClick={open} label={title} />;
}

type UniversalControl = SearchUniversalQuery['universalControls'][number];

/** A universal control as a place: found by its code and title, and then by its keywords. Its status is that of its assessment. */
function placeOf({ id, code, title, keywords, assessment }: UniversalControl) {
  return { id, title: `${code} ${title}`, words: keywords.join(' '), status: assessment?.status ?? null };
}

interface FoundDataProps {
  q: string;
  /** Whether nothing else is found. */
  isAlone: boolean;
}

/** Failing checks, controls and resources that a text finds. */
function FoundData({ q, isAlone }: FoundDataProps) {
  const { t } = useTranslation(['search', 'common']);
  const navigate = useNavigate();
  const typeName = useTypeName();
  const isAsked = q.length >= LENGTH_MIN;
  const result = useQuery(SearchDocument, isAsked ? { variables: { q } } : skipToken);
  const data = isAsked ? (result.data ?? result.previousData) : undefined;
  const failing = useQuery(SearchFailingDocument, isAsked ? {} : skipToken);
  const universal = useQuery(SearchUniversalDocument, isAsked ? {} : skipToken);
  const universalControls = isAsked ? matching((universal.data?.universalControls ?? []).map(placeOf), q) : [];
  const checks = isAsked ? failingOf(failing.data?.findingFacets.checks ?? [], q) : [];
  const resources = data?.resources.nodes ?? [];
  const found = ranked(
    (data?.frameworks ?? []).flatMap(({ name, slug, controls }) =>
      controls.map((control) => ({ ...control, framework: name, slug })),
    ),
    q,
  );
  useSelection(isAsked);
  if (isAlone && found.length + resources.length + checks.length + universalControls.length === 0) {
    return (
      <Spotlight.Empty>
        {isAsked && !result.loading ? t('common:search.none') : t('common:search.hint')}
      </Spotlight.Empty>
    );
  }
  return (
    <>
      <SearchGroup key={`failing ${q}`} label={t('common:search.failing', { total: checks.length })} found={checks}>
        {({ count, severity, check }) => (
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
                  {t('common:search.findings', { count })}
                </Text>
                <Severity severity={severity} />
              </Group>
            </Group>
          </Spotlight.Action>
        )}
      </SearchGroup>
      <SearchGroup key={`controls ${q}`} label={t('common:search.controls', { total: found.length })} found={found}>
        {({ framework, slug, ...control }) => (
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
                  {isNamed(control, q) ? framework : t('inText', { framework })}
                </Text>
              </div>
              <ControlStatus control={control} />
            </Group>
          </Spotlight.Action>
        )}
      </SearchGroup>
      <SearchGroup
        key={`universal ${q}`}
        label={t('universal', { total: universalControls.length })}
        found={universalControls}
      >
        {({ id, title, status }) => (
          <Spotlight.Action
            key={id}
            onClick={() =>
              void navigate({ to: '/mapping/universal/$universalControlId', params: { universalControlId: id } })
            }
          >
            <Group justify="space-between" wrap="nowrap" w="100%">
              <Text size="sm" fw={500}>
                {title}
              </Text>
              {status !== null && status !== 'not_assessed' && <Status status={status} />}
            </Group>
          </Spotlight.Action>
        )}
      </SearchGroup>
      <SearchGroup
        label={t('common:search.resources', { total: data?.resources.totalCount ?? resources.length })}
        found={resources}
        total={data?.resources.totalCount ?? resources.length}
        onAll={() => void navigate({ to: '/resources', search: { status: 'all', q } })}
      >
        {({ id, resourceId, name, type, integration, verdicts }) => (
          <Spotlight.Action
            key={id}
            onClick={() => void navigate({ to: '/resources/$resourceId', params: { resourceId: id } })}
          >
            <Group justify="space-between" wrap="nowrap" w="100%">
              <div>
                <Text size="sm" fw={500}>
                  {name ?? resourceId}
                </Text>
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {[...(type === null ? [] : [typeName(type)]), integration.name, resourceId].join(' · ')}
                </Text>
              </div>
              {verdicts.failing > verdicts.accepted && (
                <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {t('common:search.findings', { count: verdicts.failing - verdicts.accepted })}
                </Text>
              )}
            </Group>
          </Spotlight.Action>
        )}
      </SearchGroup>
    </>
  );
}
