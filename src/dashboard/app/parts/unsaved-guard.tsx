import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmationDialog } from './confirmed-action';

interface UnsavedGuardProps {
  /** Whether something is lost now if the page is left. */
  isUnsaved: () => boolean;
}

/** Asks before what was entered is lost: in a dialog where another page is opened, by the browser where the tab is closed. */
export function UnsavedGuard({ isUnsaved }: UnsavedGuardProps) {
  const { t } = useTranslation('common');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmationDialog
      isOpen={status === 'blocked'}
      action={t('unsaved.leave')}
      question={t('unsaved.question')}
      no={t('unsaved.stay')}
      isDestructive
      onConfirm={() => Promise.resolve(proceed?.())}
      onClose={() => reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmationDialog>
  );
}
