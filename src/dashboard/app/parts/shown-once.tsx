import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from './copyable';

interface ShownOnceProps {
  title: string;
  /** What to do with it, and that it is shown this once. */
  explanation: string;
  /** What the secret is called. */
  label: string;
  secret: string;
  /** Says that the secret is kept elsewhere; who has not said so cannot close the dialog. */
  confirmation: string;
  onDone: () => void;
  children?: ReactNode;
}

/**
 * A secret that nobody will ever show again. Neither Escape nor a click beside it nor the browser's Back closes it, but the word of
 * the person that it is kept.
 */
export function ShownOnce({ title, explanation, label, secret, confirmation, onDone, children }: ShownOnceProps) {
  const { t } = useTranslation('common');
  const [isKept, setKept] = useState(false);
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  return (
    <Modal
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
          checked={isKept}
          onChange={({ currentTarget: { checked } }) => setKept(checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isKept} onClick={onDone}>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
