import { useMutation } from '@apollo/client/react';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { NameDialog } from '../../parts/name-dialog';
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
      {isOpen && <ChangeName name={name} onClose={close} />}
    </Group>
  );
}

function ChangeName({ name: before, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const [update, { loading, error }] = useMutation(UpdateMeDocument);
  async function submit(name: string) {
    const answer = await update({ variables: { input: { name } } }).catch(() => null);
    if (!answer?.data) return;
    notifications.show({ message: t('nameChanged') });
    onClose();
  }
  return (
    <NameDialog
      title={t('changeName')}
      action={t('common:action.save')}
      label={t('name')}
      hint={t('nameHint')}
      maxLength={200}
      name={before}
      isBusy={loading}
      error={error}
      onSubmit={(name) => void submit(name)}
      onClose={onClose}
    />
  );
}
