import './scans.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FiguresProps {
  /** With a note: what stands in small print below the figure. */
  figures: readonly { label: string; value: ReactNode; note?: ReactNode }[];
}

/** Row of figures with their names. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className="scan-figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="xl" m={0}>
            {value}
            {note && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </Text>
        </div>
      ))}
    </dl>
  );
}
