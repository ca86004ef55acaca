import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { DayInput } from '../day-input';
import { dayAfter } from '../exceptions/exceptions.rules';
import { problemOf } from '../refusal';
import { useOwners } from './use-owners';

/** Until when something is to be done unless somebody says otherwise. */
const DEFAULT_DAYS = 14;

/** Who does it and until when, as a form has them: the user, within two weeks, until somebody says otherwise. */
export function useTerms() {
  const { me } = useShell();
  const [ownerId, setOwnerId] = useState(me.id);
  const [dueOn, setDueOn] = useState(dayAfter(new Date(), DEFAULT_DAYS));
  return {
    ...{ ownerId, setOwnerId, dueOn, setDueOn },
    /** As the graph takes them. */
    input: { ownerId: ownerId === '' ? null : ownerId, dueOn: dueOn === '' ? null : dueOn },
  };
}

interface TermsFieldsProps {
  terms: ReturnType<typeof useTerms>;
  error: unknown;
  /** Whether the form begins with them. */
  isFirst: boolean;
}

/** Inputs of who does it and until when. */
export function TermsFields({ terms, error, isFirst }: TermsFieldsProps) {
  const { t } = useTranslation('work');
  const owners = useOwners();
  return (
    <>
      <NativeSelect
        label={t('field.owner')}
        {...(isFirst ? { 'data-autofocus': true } : {})}
        value={terms.ownerId}
        onChange={(event) => terms.setOwnerId(event.currentTarget.value)}
        data={[...owners.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: t('nobody') }]}
      />
      <DayInput
        label={t('field.due')}
        description={t('assign.dueHint')}
        value={terms.dueOn}
        onChange={terms.setDueOn}
        error={problemOf(error, 'dueOn')}
      />
    </>
  );
}
