import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  children: ReactNode;
}

/** A part of what is behind a control, under a heading that is smaller than those of the page. */
export function Part({ title, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="sm" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  );
}
