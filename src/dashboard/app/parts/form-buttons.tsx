import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FormButtonsProps {
  /** What the button says that sends the form. */
  action: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** The last line of a form in a dialog: leaves it, or sends it. */
export function FormButtons({ action, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
    </Group>
  );
}
