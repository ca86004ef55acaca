import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from './copyable';
import { Dialog } from './dialog';

interface ShownOnceProps {
  title: string;
  /** Purpose of the secret, and that it is shown once. */
  explanation: string;
  /** Label of the secret. */
  label: string;
  secret: string;
  /** Text of the checkbox that confirms that the secret was saved; required to close the dialog. */
  confirmation: string;
  onDone: () => void;
  children?: ReactNode;
}

/**
 * Dialog with a secret that is shown once. Escape, a click outside and the browser's Back do not close it, only a
 * confirmation that the secret was saved.
 */
export function ShownOnce({ title, explanation, label, secret, confirmation, onDone, children }: ShownOnceProps) {
  const { t } = useTranslation('common');
  const [isConfirmed, setConfirmed] = useState(false);
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
      size="lg"
    >
      <Stack gap="md">
        <Text>{explanation}</Text>
        <Copyable label={label} text={secret} />
        {children}
        <Checkbox
          label={confirmation}
          checked={isConfirmed}
          onChange={({ currentTarget: { checked } }) => setConfirmed(checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isConfirmed} onClick={onDone}>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
