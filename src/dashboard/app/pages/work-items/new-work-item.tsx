import { useQuery } from '@apollo/client/react';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useControlSearch } from '../../parts/use-control-search';
import { useCreate } from '../../parts/use-create';
import { AssignDialog, type WorkSubject } from '../../parts/work-items/assign';
import { WorkGainsDocument } from './work.gql';

/** Button and dialog that create a work item about a failing check or a control; nothing where the user may not. */
export function NewWorkItem() {
  const { t } = useTranslation('work');
  const may = useMay();
  const [isOpen, { open, close }] = useCreate();
  if (!may('createWorkItem')) return null;
  return (
    <>
      <Button onClick={open}>{t('new.action')}</Button>
      {isOpen && (
        <AssignDialog subject={null} title="" choice={(choose) => <SubjectInput onChoose={choose} />} onClose={close} />
      )}
    </>
  );
}

const CHECK = 'check ';

/** Input for what a work item is about: a check that fails, or any control, found by its code or text. */
function SubjectInput({ onChoose }: { onChoose: (subject: WorkSubject | null, title: string) => void }) {
  const { t } = useTranslation('work');
  const { data } = useQuery(WorkGainsDocument);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const { options, message } = useControlSearch(typed);
  const wanted = typed.trim().toLowerCase();
  const failing = (data?.remediationQueue ?? [])
    .filter(({ source }) => source === 'check')
    .map(({ id, fault }) => ({ value: `${CHECK}${id}`, label: fault }))
    .filter(({ label }) => label === chosen?.label || label.toLowerCase().includes(wanted));
  const isListed = [...failing, ...options.flatMap(({ items }) => items)].some(({ value }) => value === chosen?.value);
  const choose = (value: string | null, label: string) => {
    setChosen(value === null ? null : { value, label });
    if (value === null) onChoose(null, '');
    else if (value.startsWith(CHECK)) onChoose({ checkId: value.slice(CHECK.length) }, label);
    else onChoose({ controlId: value }, label);
  };
  return (
    <Select
      label={t('field.subject')}
      description={t('new.aboutHint')}
      required
      searchable
      data-autofocus
      value={chosen?.value ?? null}
      onChange={(value, option) => choose(value, option?.label ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[
        ...(failing.length > 0 ? [{ group: t('new.failing'), items: failing }] : []),
        ...options,
        ...(chosen && !isListed ? [chosen] : []),
      ]}
      filter={({ options: unfiltered }) => unfiltered}
      nothingFoundMessage={message}
    />
  );
}
