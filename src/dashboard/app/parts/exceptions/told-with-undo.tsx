import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

const SHOWN_MS = 15_000;

/** Tells what was done, with a button that undoes it. */
export function tellWithUndo(id: string, message: string, undo: () => Promise<unknown>): void {
  notifications.show({ id, autoClose: SHOWN_MS, message: <Told id={id} message={message} undo={undo} /> });
}

function Told({ id, message, undo }: { id: string; message: string; undo: () => Promise<unknown> }) {
  const { t } = useTranslation('exceptions');
  const press = async () => {
    try {
      await undo();
      notifications.update({ id, message: t('undo.done') });
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
