import { skipToken, useQuery } from '@apollo/client/react';
import { Autocomplete, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTyped } from '../../parts/use-typed';
import { useMay, useShell } from '../../api/shell-data';
import { AuditActorsDocument } from './audit.gql';
import { dayBeside, dayOf, startOf } from './audit.rules';
import type { AuditSearch } from './audit-search';

interface AuditFiltersProps {
  search: AuditSearch;
  /** Suggested actions. */
  actions: readonly string[];
  onChange: (change: AuditSearch) => void;
}

/** Filters of the audit log, stored in the address. */
export function AuditFilters({ search, actions, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const { timezone } = useShell().organization.settings;
  const { from, to, resourceId } = search;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Group gap="sm" align="flex-end" component="section" aria-label={t('filter.label')}>
      <ActionFilter action={search.action} actions={actions} onChange={onChange} />
      <ActorFilter actorId={search.actorId} onChange={onChange} />
      <ResourceTypeFilter resourceType={search.resourceType} onChange={onChange} />
      <DayFilter
        label={t('filter.from')}
        day={from === undefined ? '' : dayOf(from, timezone)}
        onChange={(day) => onChange({ from: day === '' ? undefined : startOf(day, timezone) })}
      />
      <DayFilter
        label={t('filter.to')}
        // The address has the end of the day, which is the start of the next one.
        day={to === undefined ? '' : dayBeside(dayOf(to, timezone), -1)}
        onChange={(day) => onChange({ to: day === '' ? undefined : startOf(dayBeside(day, 1), timezone) })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => onChange(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      )}
      {resourceId !== undefined && <Text c="dimmed">{t('filter.resource', { id: resourceId })}</Text>}
    </Group>
  );
}

const NO_FILTER: AuditSearch = {
  action: undefined,
  actorId: undefined,
  resourceType: undefined,
  resourceId: undefined,
  from: undefined,
  to: undefined,
};

const SETTLE_MS = 400;

interface ActionFilterProps {
  action: string | undefined;
  actions: readonly string[];
  onChange: (change: AuditSearch) => void;
}

function ActionFilter({ action = '', actions, onChange }: ActionFilterProps) {
  const { t } = useTranslation('audit');
  const [typed, setTyped] = useState(action);
  const sent = useRef(action);
  const settle = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onChange({ action: next.trim() === '' ? undefined : next.trim() });
  }, SETTLE_MS);
  useEffect(() => {
    // Set elsewhere on the page; what was typed here is ahead of the address.
    if (action !== sent.current) setTyped(action);
    sent.current = action;
  }, [action]);
  return (
    <Autocomplete
      label={t('filter.action')}
      placeholder="member."
      w={200}
      data={[...actions]}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        settle(next);
      }}
    />
  );
}

function ActorFilter({ actorId, onChange }: { actorId: string | undefined; onChange: AuditFiltersProps['onChange'] }) {
  const { t } = useTranslation('audit');
  const may = useMay();
  const { data } = useQuery(AuditActorsDocument, may('members') ? {} : skipToken);
  const members = (data?.members ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // Entries of former members remain, so they can be chosen too.
  const isGone = actorId !== undefined && !members.some(({ value }) => value === actorId);
  return (
    <NativeSelect
      label={t('filter.actor')}
      w={180}
      value={actorId ?? ''}
      data={[
        { value: '', label: t('filter.everybody') },
        ...members,
        ...(isGone ? [{ value: actorId, label: actorId }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ actorId: value === '' ? undefined : value })}
    />
  );
}

const RESOURCE_TYPES = [
  ...(['organization', 'member', 'invitation', 'integration', 'scan', 'assessment'] as const),
  ...(['evidence', 'report', 'webhook', 'api_key', 'custom_check'] as const),
] as const;

interface ResourceTypeFilterProps {
  resourceType: string | undefined;
  onChange: AuditFiltersProps['onChange'];
}

function ResourceTypeFilter({ resourceType, onChange }: ResourceTypeFilterProps) {
  const { t } = useTranslation('audit');
  return (
    <NativeSelect
      label={t('filter.resourceType')}
      w={160}
      value={resourceType ?? ''}
      data={[
        { value: '', label: t('filter.everything') },
        ...RESOURCE_TYPES.map((value) => ({ value, label: t(`resource.${value}`) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        onChange({ resourceType: value === '' ? undefined : value, resourceId: undefined });
      }}
    />
  );
}

interface DayFilterProps {
  label: string;
  /** `2026-03-01`, or empty. */
  day: string;
  onChange: (day: string) => void;
}

function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [typed, setTyped] = useTyped(day);
  return (
    <TextInput
      type="date"
      label={label}
      w={150}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        // While a year is being typed, the field has dates such as 0002-01-01.
        if (value === '' || value >= '1990') onChange(value);
      }}
    />
  );
}
