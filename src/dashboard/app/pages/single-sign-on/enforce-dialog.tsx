import { useMutation, useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import {
  BreakGlassAdminsDocument,
  EnforceSingleSignOnDocument,
  type IdentityConnectionFragment,
} from './single-sign-on.gql';

/** Button that refuses passwords of members, with the choice of the one admin whose password stays. */
export function Enforce({ connection: { id, name } }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-label={t('enforce.of', { name })} onClick={() => setOpen(true)}>
        {t('enforce.action')}
      </Button>
      {isOpen && <EnforceDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function EnforceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('single-sign-on');
  const { me } = useShell();
  const admins = useQuery(BreakGlassAdminsDocument);
  const [userId, setUserId] = useState(me.id);
  const [enforce, { loading, error }] = useMutation(EnforceSingleSignOnDocument);
  async function submit() {
    try {
      await enforce({ variables: { id, breakGlassUserId: userId } });
    } catch {
      // The dialog shows it.
      return;
    }
    onClose();
  }
  return (
    <FormDialog
      title={t('enforce.title')}
      action={t('enforce.action')}
      isBusy={loading}
      error={error}
      fields={['breakGlassUserId']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('enforce.explanation')}</Text>
      <Answered result={admins}>
        {({ members }) => (
          <NativeSelect
            label={t('enforce.admin')}
            description={t('enforce.adminHint')}
            value={userId}
            data={members.map((member) => ({ value: member.id, label: `${member.name} (${member.email})` }))}
            error={problemOf(error, 'breakGlassUserId')}
            onChange={({ currentTarget: { value } }) => setUserId(value)}
          />
        )}
      </Answered>
    </FormDialog>
  );
}
