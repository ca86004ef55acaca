import { Button, Group, Stack, Text, Textarea, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from './attempt';
import { Dialog } from './dialog';
import { Refusal } from './refusal';

/** Characters of a note. Source: schema/contract/exceptions.md, schema/contract/scope.md. */
const NOTE_MAX = 2_000;

interface ConfirmedActionProps {
  /** Text of the button, and by default of the dialog. */
  action: string;
  /** Accessible name with its object, when several buttons have the same text. @default action */
  label?: string;
  /** Title of the dialog. @default label */
  question?: string;
  /** Text of the confirming button. @default action */
  yes?: string;
  /** Text of the cancelling button. @default "Cancel" */
  no?: string;
  /** Whether something ends or is gone by it: the confirming button says so by its colour. */
  isDestructive: boolean;
  /** Explanation of the consequences. */
  children: ReactNode;
  size?: ButtonProps['size'];
  /** Label of a field for a note, which may stay empty. @default there is no field */
  noteLabel?: string;
  /** Performs the action, with the note or null. Its error is shown in the dialog, which stays open. */
  onConfirm: (note: string | null) => Promise<unknown>;
}

/** Button for an action that is confirmed in a dialog, which explains it. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { action, label = action, size = 'sm' } = props;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size={size} onClick={open} aria-label={label}>
        {action}
      </Button>
      <ConfirmationDialog {...props} isOpen={isOpen} onClose={close} />
    </>
  );
}

interface ConfirmationDialogProps extends Omit<ConfirmedActionProps, 'size'> {
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog alone, for an action that is chosen in a menu. */
export function ConfirmationDialog({ isOpen, ...props }: ConfirmationDialogProps) {
  const { action, label = action, question = label, onClose } = props;
  return (
    <Dialog opened={isOpen} onClose={onClose} title={question}>
      <Confirmation {...props} />
    </Dialog>
  );
}

function Confirmation(props: Omit<ConfirmationDialogProps, 'isOpen'>) {
  const { t } = useTranslation('common');
  const {
    action,
    yes = action,
    no = t('action.cancel'),
    isDestructive,
    children,
    noteLabel,
    onConfirm,
    onClose,
  } = props;
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { error, attempt } = useAttempts();
  const confirm = async () => {
    setBusy(true);
    const given = note.trim();
    if (await attempt(() => onConfirm(given === '' ? null : given))) onClose();
    setBusy(false);
  };
  return (
    <Stack gap="md">
      <Refusal error={error} />
      <Text component="div">{children}</Text>
      {noteLabel !== undefined && (
        <Textarea
          label={noteLabel}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {no}
        </Button>
        <Button loading={isBusy} color={isDestructive ? 'red.9' : undefined} onClick={() => void confirm()}>
          {yes}
        </Button>
      </Group>
    </Stack>
  );
}
