import { Button, CopyButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface CopiedValueProps {
  /** Name of the value, for the button. */
  label: string;
  text: string;
}

/** Value within a line or a list, with a button that copies it. */
export function CopiedValue({ label, text }: CopiedValueProps) {
  const { t } = useTranslation('common');
  return (
    <Group gap="xs" component="span">
      <span>{text}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => {
          const word = t(copied ? 'action.copied' : 'action.copy');
          return (
            <Button variant="default" size="compact-xs" onClick={copy} aria-label={`${word}: ${label}`}>
              <span aria-live="polite">{word}</span>
            </Button>
          );
        }}
      </CopyButton>
    </Group>
  );
}
