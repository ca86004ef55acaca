import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/context';
import { downloadOf } from '../../api/rest';
import { download } from '../../parts/download';
import { notifyRefusal } from '../../parts/notify-refusal';
import { queryOf } from './findings.rules';
import type { FindingsSearch } from './findings-search';

/** Saves every finding of the filter as CSV, whatever the list shows of them. */
export function DownloadFindings({ search }: { search: FindingsSearch }) {
  const { t } = useTranslation('findings');
  const { sessions } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(await downloadOf(sessions, `/api/findings?${queryOf(search)}`, 'text/csv'), 'findings.csv');
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}
