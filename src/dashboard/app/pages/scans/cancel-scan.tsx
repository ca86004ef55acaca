import { useMutation } from '@apollo/client/react';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { described } from '../../parts/answered';
import { CancelScanDocument, ScanDetailDocument } from './scans.gql';

/** Ends a scan that has not ended, when that is confirmed. */
export function CancelScan({ scanId }: { scanId: string }) {
  const { t } = useTranslation(['scans', 'common']);
  const [isOpen, { open, close }] = useDisclosure();
  const [cancel, { loading, error, reset }] = useMutation(CancelScanDocument, {
    variables: { scanId },
    refetchQueries: [ScanDetailDocument],
  });
  const confirm = async () => {
    try {
      await cancel();
      close();
      notifications.show({ message: t('cancel.done') });
    } catch {
      // Shown in the dialog.
    }
  };
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          reset();
          open();
        }}
      >
        {t('cancel.open')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('cancel.title')}>
        <Stack gap="md">
          <Text>{t('cancel.what')}</Text>
          {error && (
            <Alert color="orange" variant="outline" role="alert">
              {described(error).message}
            </Alert>
          )}
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel.keep')}
            </Button>
            <Button loading={loading} onClick={() => void confirm()}>
              {t('cancel.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
