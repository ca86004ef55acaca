import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  /** Of what, since when. */
  note?: string;
  children: ReactNode;
}

/** One thing of today, with its heading. */
export function TodayPart({ title, note, children }: PartProps) {
  return (
    <div className="today-part">
      <Title order={3} size="sm">
        {title}
      </Title>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {children}
    </div>
  );
}
