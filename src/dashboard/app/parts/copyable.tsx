import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CopyableProps {
  label: string;
  text: string;
  onCopied?: () => void;
}

/** Text with a button that copies it. */
export function Copyable({ label, text, onCopied }: CopyableProps) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopied?.();
  };
  const word = t(isCopied ? 'action.copied' : 'action.copy');
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <Text fw={500}>{label}</Text>
        <Button variant="default" size="compact-sm" aria-label={`${word}: ${label}`} onClick={() => void copy()}>
          <span aria-live="polite">{word}</span>
        </Button>
      </Group>
      <Code block tabIndex={0} aria-label={label} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </Stack>
  );
}
