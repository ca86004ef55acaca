import { useMutation } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { CancelScanDocument, ScanDetailDocument } from './scans.gql';

/** Button that cancels a scan after a confirmation. */
export function CancelScan({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const [cancel] = useMutation(CancelScanDocument, { variables: { scanId }, refetchQueries: [ScanDetailDocument] });
  const confirmed = async () => {
    await cancel();
    notifications.show({ message: t('cancel.done') });
  };
  return (
    <ConfirmedAction
      isDestructive
      action={t('cancel.open')}
      question={t('cancel.title')}
      yes={t('cancel.confirm')}
      no={t('cancel.keep')}
      onConfirm={confirmed}
    >
      {t('cancel.what')}
    </ConfirmedAction>
  );
}
