import { useMutation } from '@apollo/client/react';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RunScanDocument } from '../api/shell.gql';
import { notifyRefusal } from '../parts/notify-refusal';

/** Starts a scan of all integrations, and opens its page. */
export function useRunScan(): { start: () => Promise<void>; isStarting: boolean } {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [run, { loading }] = useMutation(RunScanDocument);
  const start = async () => {
    try {
      const { data } = await run();
      notifications.show({ message: t('header.scanStarted') });
      if (data) await navigate({ to: '/scans/$scanId', params: { scanId: data.triggerScan.scan.id } });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return { start, isStarting: loading };
}
