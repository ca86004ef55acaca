import { skipToken, useQuery } from '@apollo/client/react';
import { Button, Group, NativeSelect, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../../api/shell-data';
import { AuditActorsDocument } from './audit.gql';
import { dayBeside, dayOf, startOf } from './audit.rules';
import type { AuditSearch } from './audit-search';
import { RESOURCE_TYPES } from './resource-types';
import { objectOf } from './audit-sentence.rules';
import { useSentences } from './use-sentence';
import { DayInput } from '../../parts/day-input';

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
}

/** Filters of the audit log, stored in the address. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const { timezone } = useShell().organization.settings;
  const { from, to, resourceId } = search;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Group gap="sm" align="flex-end" component="section" aria-label={t('filter.label')}>
      <ActionFilter action={search.action} onChange={onChange} />
      <ActorFilter actorId={search.actorId} onChange={onChange} />
      <ResourceTypeFilter resourceType={search.resourceType} onChange={onChange} />
      <DayInput
        w={170}
        label={t('filter.from')}
        value={from === undefined ? '' : dayOf(from, timezone)}
        onChange={(day) => onChange({ from: day === '' ? undefined : startOf(day, timezone) })}
      />
      <DayInput
        w={170}
        label={t('filter.to')}
        // The address has the end of the day, which is the start of the next one.
        value={to === undefined ? '' : dayBeside(dayOf(to, timezone), -1)}
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

interface ActionFilterProps {
  action: string | undefined;
  onChange: (change: AuditSearch) => void;
}

/** One action, all of a kind, or the beginning of an action where the address has one. */
function ActionFilter({ action, onChange }: ActionFilterProps) {
  const { t } = useTranslation('audit');
  const { actions } = useSentences();
  const groups = actions().map(({ kind, actions: ofKind }) => {
    const name = t(`resource.${objectOf(kind) as NamedKind}`);
    const all = { value: `${kind}.`, label: t('filter.everyActionOf', { kind: name }) };
    return { group: name, items: [all, ...ofKind.map((each) => ({ value: each.action, label: each.label }))] };
  });
  const isListed = action === undefined || groups.some(({ items }) => items.some(({ value }) => value === action));
  const other = { value: action ?? '', label: t('filter.unknownAction', { action }) };
  return (
    <Select
      label={t('filter.action')}
      placeholder={t('filter.everyAction')}
      nothingFoundMessage={t('filter.noAction')}
      w={280}
      searchable
      clearable
      data={isListed ? groups : [other, ...groups]}
      value={action ?? null}
      onChange={(chosen) => onChange({ action: chosen ?? undefined })}
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

type ResourceType = (typeof RESOURCE_TYPES)[number];
type NamedKind = ResourceType | 'session';

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
        ...RESOURCE_TYPES.map((value) => ({
          value,
          label: t(`resource.${value}`),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        onChange({ resourceType: value === '' ? undefined : value, resourceId: undefined });
      }}
    />
  );
}
