import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFooter } from './form-footer';

interface FormButtonsProps {
  /** Text of the submit button. */
  action: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** Cancel and submit buttons of a form in a dialog. */
export function FormButtons({ action, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <FormFooter>
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
    </FormFooter>
  );
}
