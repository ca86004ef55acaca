import { Alert, Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from './answered';

interface ConfirmedActionProps {
  /** What the button says, and what is asked for once more. */
  action: string;
  /** The same with its object, where several buttons on the page say the same. @default action */
  label?: string;
  /** What is about to happen. */
  children: ReactNode;
  size?: ButtonProps['size'];
  /** Does it. What it throws is shown, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: a dialog says what will happen before it does. */
export function ConfirmedAction({ action, label = action, children, size = 'sm', onConfirm }: ConfirmedActionProps) {
  const { t } = useTranslation('common');
  const [isOpen, { open, close }] = useDisclosure();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setMessage(null);
    try {
      await onConfirm();
      close();
    } catch (err) {
      setMessage(described(err).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" size={size} onClick={open} aria-label={label}>
        {action}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label}>
        <Stack gap="md">
          {message !== null && (
            <Alert color="orange" variant="outline" role="alert">
              {message}
            </Alert>
          )}
          <Text component="div">{children}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} data-autofocus>
              {t('action.cancel')}
            </Button>
            <Button loading={isBusy} onClick={() => void confirm()}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
