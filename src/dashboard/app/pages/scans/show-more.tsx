import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';

interface ShowMoreProps {
  shown: number;
  total: number;
  /** Loads more; null where all are shown. */
  onMore: (() => Promise<unknown>) | null;
}

/** Number of shown items, with a button to show more. */
export function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const { t } = useTranslation(['scans', 'common']);
  const format = useFormat();
  const [isLoading, setIsLoading] = useState(false);
  const more = async (fetch: () => Promise<unknown>) => {
    setIsLoading(true);
    // A failure shows in the list itself.
    await fetch().catch(() => undefined);
    setIsLoading(false);
  };
  if (shown === total && onMore === null) return null;
  return (
    <Group gap="sm">
      <Text size="xs" c="dimmed" role="status">
        {t('list.shown', { shown: format.number(shown), total: format.number(total) })}
      </Text>
      {onMore && (
        <Button variant="default" loading={isLoading} onClick={() => void more(onMore)}>
          {t('common:action.more')}
        </Button>
      )}
    </Group>
  );
}
