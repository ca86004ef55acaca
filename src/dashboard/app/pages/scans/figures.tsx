import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FiguresProps {
  figures: readonly { label: string; value: ReactNode }[];
}

/** Row of figures with their names. */
export function Figures({ figures }: FiguresProps) {
  return (
    <Group component="dl" gap="xl" m={0}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="xl" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}
