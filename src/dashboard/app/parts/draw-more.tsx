import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

/** Number of rows of a long list that are rendered at once; the longest framework has 280 controls. */
export const DRAWN_AT_ONCE = 100;

interface DrawMoreProps {
  drawn: number;
  total: number;
  /** Rows that one press adds. @default 100 */
  step?: number;
  /** Called with the number of rows to be rendered from now on. */
  onMore: (drawn: number) => void;
}

/** Says how many rows of a list are rendered, with a button for more; nothing where all are. */
export function DrawMore({ drawn, total, step = DRAWN_AT_ONCE, onMore }: DrawMoreProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  if (total <= drawn) return null;
  return (
    <Group mt="md" gap="sm">
      <Button variant="default" onClick={() => onMore(drawn + step)}>
        {t('action.more')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('drawn', { drawn: format.number(drawn), total: format.number(total) })}
      </Text>
    </Group>
  );
}
