import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateWord } from '../../parts/state-word';
import { Status } from '../../parts/status';

interface OutcomeProps {
  /** Null where the scan did not cover the control. */
  status: 'pass' | 'fail' | 'not_applicable' | 'not_reached' | null;
}

/** What a scan says of a control. It puts nothing out of scope: what it calls not applicable it could not decide. */
export function Outcome({ status }: OutcomeProps) {
  const { t } = useTranslation('scans');
  if (status === null) return <Text span>{t('change.notCovered')}</Text>;
  if (status === 'not_applicable' || status === 'not_reached') {
    return <StateWord tone="ended" word={t(`results.${status}`)} />;
  }
  return <Status status={status} />;
}
