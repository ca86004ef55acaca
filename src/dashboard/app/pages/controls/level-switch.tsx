import { Group, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from './use-search';

interface LevelSwitchProps {
  levels: readonly { level: number; total: number }[];
  level: number | undefined;
}

/** Switch between the levels of CMMC. Each includes those below, so the highest shows all controls. */
export function LevelSwitch({ levels, level }: LevelSwitchProps) {
  const { t } = useTranslation('controls');
  const change = useChange();
  const id = useId();
  const highest = levels.at(-1)?.level ?? 0;
  return (
    <Group gap="sm">
      <Text id={id}>{t('controls.levels')}</Text>
      <SegmentedControl
        aria-labelledby={id}
        value={String(Math.min(level ?? highest, highest))}
        onChange={(value) => change({ level: Number(value) === highest ? undefined : Number(value) })}
        data={levels.map(({ level, total }) => ({
          value: String(level),
          label: t('controls.level', { level, count: total }),
        }))}
      />
    </Group>
  );
}
