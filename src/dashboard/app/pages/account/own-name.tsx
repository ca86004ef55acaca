import { useMutation } from '@apollo/client/react';
import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { UpdateMeDocument } from './account.gql';

/** The name of the user, with a button that changes it. */
export function OwnName({ name }: { name: string }) {
  const { t } = useTranslation('account');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Group gap="sm">
      {name}
      {may('updateMe') && (
        <Button variant="default" size="compact-sm" onClick={open}>
          {t('changeName')}
        </Button>
      )}
      {isOpen && <NameDialog name={name} onClose={close} />}
    </Group>
  );
}

function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const [value, setValue] = useState(name);
  const [update, { loading, error }] = useMutation(UpdateMeDocument);
  async function submit() {
    try {
      await update({ variables: { input: { name: value } } });
      notifications.show({ message: t('nameChanged') });
      onClose();
    } catch {
      // The dialog shows it.
    }
  }
  return (
    <FormDialog
      title={t('changeName')}
      action={t('common:action.save')}
      isBusy={loading}
      error={error}
      fields={['name']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={200}
        autoComplete="name"
        value={value}
        error={problemOf(error, 'name')}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </FormDialog>
  );
}
