import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface CopyValueProps {
  /** Name of the value, for those who listen. */
  label: string;
  text: string;
}

/** Button that copies the value beside it. */
export function CopyValue({ label, text }: CopyValueProps) {
  const { t } = useTranslation('common');
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => {
        const word = t(copied ? 'action.copied' : 'action.copy');
        return (
          <Button variant="default" size="compact-sm" onClick={copy} aria-label={`${word}: ${label}`}>
            <span aria-live="polite">{word}</span>
          </Button>
        );
      }}
    </CopyButton>
  );
}
