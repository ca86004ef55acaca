import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../parts/name-dialog';
import { UpdateMeDocument } from './account.gql';

/** Button that changes the name of the user, with its dialog. */
export function ChangeOwnName({ name }: { name: string }) {
  const { t } = useTranslation('account');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={t('changeName')} onClick={open}>
        {t('change')}
      </Button>
      {isOpen && <ChangeName name={name} onClose={close} />}
    </>
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
