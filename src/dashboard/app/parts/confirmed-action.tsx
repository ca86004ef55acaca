import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from './attempt';
import { Refusal } from './refusal';

interface ConfirmedActionProps {
  /** What the button says, and what is asked for once more. */
  action: string;
  /** The same with its object, where several buttons on the page say the same. @default action */
  label?: string;
  /** What the dialog asks. @default label */
  question?: string;
  /** What does it in the dialog. @default action */
  yes?: string;
  /** What leaves all as it is. @default "Cancel" */
  no?: string;
  /** What is about to happen. */
  children: ReactNode;
  size?: ButtonProps['size'];
  /** Does it. What it throws is shown, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: a dialog says what will happen before it does. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { action, label = action, question = label, size = 'sm' } = props;
  const { t } = useTranslation('common');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size={size} onClick={open} aria-label={label}>
        {action}
      </Button>
      <Modal opened={isOpen} onClose={close} title={question} closeButtonProps={{ 'aria-label': t('action.close') }}>
        <Confirmation {...props} onClose={close} />
      </Modal>
    </>
  );
}

function Confirmation(props: ConfirmedActionProps & { onClose: () => void }) {
  const { t } = useTranslation('common');
  const { action, yes = action, no = t('action.cancel'), children, onConfirm, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const { error, attempt } = useAttempts();
  const confirm = async () => {
    setBusy(true);
    if (await attempt(onConfirm)) onClose();
    setBusy(false);
  };
  return (
    <Stack gap="md">
      <Refusal error={error} />
      <Text component="div">{children}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {no}
        </Button>
        <Button loading={isBusy} onClick={() => void confirm()}>
          {yes}
        </Button>
      </Group>
    </Stack>
  );
}
