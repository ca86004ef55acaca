import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Sign } from '../../parts/sign';
import { endBefore } from './link-form.rules';

/** Says that a link ends before the period that it shows. @param props.to last day of the period, `YYYY-MM-DD` */
export function EndsBefore({ to, days }: { to: string; days: number }) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  const end = endBefore(to, days, new Date());
  return (
    <div role="status">
      {end !== null && (
        <Text>
          <Sign name="fair" glyph="!" /> {t('form.endsBefore', { day: format.date(end.toISOString()) })}
        </Text>
      )}
    </div>
  );
}
