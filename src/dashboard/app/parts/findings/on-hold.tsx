import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format';

interface OnHoldProps {
  finding: { isOnHold: boolean; lastSeenAt: string | null };
}

/** Says of a finding that no scan since it was last seen could decide it; nothing of others. */
export function OnHold({ finding: { isOnHold, lastSeenAt } }: OnHoldProps) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  if (!isOnHold || lastSeenAt === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('onHold.since', { day: format.date(lastSeenAt) })}
    </Text>
  );
}
