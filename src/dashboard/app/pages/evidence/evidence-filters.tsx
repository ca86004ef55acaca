import { skipToken, useQuery } from '@apollo/client/react';
import { Group, NativeSelect, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EvidenceControlDocument } from '../../parts/upload/upload.gql';
import { EXPIRIES, TYPES, type EvidenceSearch } from './evidence-search';
import { nameOf, useControlSearch } from '../../parts/use-control-search';

/** Filters of the list of evidence, stored in the address. */
export function EvidenceFilters() {
  const { t } = useTranslation('evidence');
  const search = useSearch({ from: '/frame/evidence' });
  const navigate = useNavigate();
  const change = (changes: EvidenceSearch) =>
    void navigate({ to: '/evidence', search: { ...search, after: undefined, scansOf: undefined, ...changes } });
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('filter.type')}
        value={search.type ?? ''}
        onChange={({ currentTarget: { value } }) => change({ type: TYPES.find((each) => each === value) })}
        data={[
          { value: '', label: t('filter.folded') },
          ...TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('filter.expiry')}
        value={search.expiry ?? ''}
        onChange={({ currentTarget: { value } }) => change({ expiry: EXPIRIES.find((each) => each === value) })}
        data={[
          { value: '', label: t('filter.all') },
          ...EXPIRIES.map((value) => ({ value, label: t(`filter.${value}`) })),
        ]}
      />
      <ControlFilter controlId={search.controlId} onChange={(controlId) => change({ controlId })} />
    </Group>
  );
}

interface ControlFilterProps {
  controlId: string | undefined;
  onChange: (controlId: string | undefined) => void;
}

function ControlFilter({ controlId, onChange }: ControlFilterProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const chosen = useQuery(
    EvidenceControlDocument,
    controlId === undefined ? skipToken : { variables: { id: controlId } },
  );
  const control = controlId === undefined ? undefined : chosen.data?.control;
  const name = control ? nameOf({ ...control, framework: control.framework.name }) : (controlId ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? name;
  const { options, message } = useControlSearch(typed === null || typed === name ? '' : typed);
  const known = controlId === undefined ? [] : [{ value: controlId, label: name }];
  const isKnown = options.some(({ items }) => items.some(({ value }) => value === controlId));
  return (
    <Select
      label={t('filter.control')}
      placeholder={t('common:search.placeholder')}
      w={320}
      maw="100%"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
      value={controlId ?? null}
      onChange={(value) => {
        setTyped(null);
        onChange(value ?? undefined);
      }}
      searchValue={text}
      onSearchChange={setTyped}
      onDropdownClose={() => setTyped(null)}
      data={isKnown ? options : [...options, ...known]}
      filter={({ options: unfiltered }) => unfiltered}
      nothingFoundMessage={message}
    />
  );
}
