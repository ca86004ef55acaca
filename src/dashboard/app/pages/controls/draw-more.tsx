import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';

/** Number of rows of a list of controls that are rendered at once; the longest framework has 280. */
export const DRAWN_AT_ONCE = 100;

interface DrawMoreProps {
  drawn: number;
  total: number;
  /** Called with the number of rows to be rendered from now on. */
  onMore: (drawn: number) => void;
}

/** Says how many rows of a list are rendered, with a button for more; nothing where all are. */
export function DrawMore({ drawn, total, onMore }: DrawMoreProps) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  if (total <= drawn) return null;
  return (
    <Group mt="md" gap="sm">
      <Button variant="default" onClick={() => onMore(drawn + DRAWN_AT_ONCE)}>
        {t('common:action.more')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('controls.drawn', { drawn: format.number(drawn), total: format.number(total) })}
      </Text>
    </Group>
  );
}
