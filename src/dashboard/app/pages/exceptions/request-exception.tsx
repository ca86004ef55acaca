import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { AcceptDialog, type Acceptable } from '../../parts/exceptions/accept-finding';
import { PickFinding } from './pick-finding';

/** Button that requests an exception: for which finding, and then why and until when. Nothing where the user may not. */
export function RequestException() {
  const { t } = useTranslation('exceptions');
  const may = useMay();
  const [picked, setPicked] = useState<Acceptable | 'asked' | null>(null);
  const close = () => setPicked(null);
  if (!may('acceptFindings')) return null;
  return (
    <>
      <Button onClick={() => setPicked('asked')}>{t('toFindings')}</Button>
      {picked === 'asked' && <PickFinding onPick={setPicked} onClose={close} />}
      {picked !== null && picked !== 'asked' && <AcceptDialog findings={[picked]} onClose={close} />}
    </>
  );
}
