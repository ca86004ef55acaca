import { skipToken, useQuery } from '@apollo/client/react';
import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EvidenceControlDocument } from './upload.gql';
import { useClosingDropdown } from './use-closing-dropdown';
import { nameOf, useControlSearch } from '../use-control-search';

/** Limit of controls for one file, from the service. */
const CONTROLS_MAX = 100;

interface ControlPickerProps {
  /** UUIDs. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  problem: string | undefined;
  /** @default that it is evidence of them */
  description?: string;
}

/** Input for several controls of any framework, found by identifier or text. */
export function ControlPicker({ chosen, onChange, problem, description }: ControlPickerProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const dropdown = useClosingDropdown();
  const [typed, setTyped] = useState('');
  const { options, message } = useControlSearch(typed);
  // The names of those that were chosen, whatever is searched next.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const found = options.flatMap(({ items }) => items);
  // A control that was chosen before anything was searched, as by the page that leads here.
  const unnamed = chosen.find((id) => !names.has(id) && !found.some(({ value }) => value === id));
  const { data } = useQuery(
    EvidenceControlDocument,
    unnamed === undefined ? skipToken : { variables: { id: unnamed } },
  );
  const given = data && {
    id: data.control.id,
    name: nameOf({ ...data.control, framework: data.control.framework.name }),
  };
  const labelOf = (id: string) =>
    found.find(({ value }) => value === id)?.label ?? names.get(id) ?? (given?.id === id ? given.name : id);
  const rest = chosen.filter((id) => !found.some(({ value }) => value === id));
  return (
    <MultiSelect
      label={t('column.controls')}
      description={description ?? t('upload.controlsHint')}
      placeholder={t('common:search.placeholder')}
      error={problem}
      searchable
      hidePickedOptions
      {...dropdown}
      maxValues={CONTROLS_MAX}
      value={[...chosen]}
      onChange={(ids) => {
        setNames(new Map(ids.map((id) => [id, labelOf(id)])));
        onChange(ids);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...options, ...rest.map((id) => ({ value: id, label: labelOf(id) }))]}
      filter={({ options: unfiltered }) => unfiltered}
      nothingFoundMessage={message}
    />
  );
}
