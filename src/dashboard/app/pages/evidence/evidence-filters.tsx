import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EvidenceControlDocument } from '../../parts/upload/upload.gql';
import type { EvidenceSearch } from './evidence-search';
import { nameOf, useControlSearch } from '../../parts/use-control-search';

/** Filter of the list of evidence by control, stored in the address. */
export function EvidenceFilters() {
  const search = useSearch({ from: '/frame/evidence' });
  const navigate = useNavigate();
  const change = (changes: EvidenceSearch) =>
    void navigate({ to: '/evidence', search: { ...search, after: undefined, scansOf: undefined, ...changes } });
  return (
    <Group gap="sm" className="evidence-filters">
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
      aria-label={t('filter.control')}
      placeholder={t('filter.controlHint')}
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
