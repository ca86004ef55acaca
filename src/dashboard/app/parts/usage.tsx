import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

interface UsageProps {
  label: string;
  used: number;
  max: number;
  /** Notation of both figures. @default as numbers */
  show?: (figure: number) => string;
}

/** Use of a limit, as figures and as a bar. */
export function Usage({ label, used, max, show }: UsageProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const figure = show ?? ((value: number) => format.number(value));
  const width = `${max === 0 ? 0 : Math.min(100, (100 * used) / max)}%`;
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between">
        <Text>{label}</Text>
        <Text c="dimmed">{t('usage', { used: figure(used), max: figure(max) })}</Text>
      </Group>
      <div aria-hidden="true" style={{ height: 6, borderRadius: 4, overflow: 'hidden', background: 'var(--line)' }}>
        <div style={{ height: 6, width, minWidth: used > 0 ? 1 : 0, background: 'var(--passed)' }} />
      </div>
    </Stack>
  );
}
