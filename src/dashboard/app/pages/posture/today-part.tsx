import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../parts/format';

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

interface RowProps {
  count: number;
  /** Whether it should have been done before. @default false */
  isLate?: boolean;
  children: ReactNode;
}

/** One line of what waits: how much, and the way to it. */
export function TodayRow({ count, isLate = false, children }: RowProps) {
  const format = useFormat();
  return (
    <li className="today-row" data-late={isLate || undefined}>
      <span>{format.number(count)}</span>
      <div>{children}</div>
    </li>
  );
}
