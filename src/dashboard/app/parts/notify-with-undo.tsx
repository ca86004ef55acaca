import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

const SHOWN_MS = 15_000;

/** Notification of what was done, with a button that undoes it. @param undone the message after that */
export function notifyWithUndo(id: string, message: string, undo: () => Promise<unknown>, undone: string): void {
  const content = <UndoMessage id={id} message={message} undo={undo} undone={undone} />;
  notifications.show({ id, autoClose: SHOWN_MS, message: content });
}

interface UndoMessageProps {
  id: string;
  message: string;
  undo: () => Promise<unknown>;
  undone: string;
}

function UndoMessage({ id, message, undo, undone }: UndoMessageProps) {
  const { t } = useTranslation('common');
  const press = async () => {
    try {
      await undo();
      notifications.update({ id, message: undone });
    } catch {
      notifications.update({ id, message: t('undo.failed') });
    }
  };
  return (
    <Group gap="sm" justify="space-between">
      <Text>{message}</Text>
      <Button variant="default" size="compact-sm" onClick={() => void press()}>
        {t('undo.action')}
      </Button>
    </Group>
  );
}
