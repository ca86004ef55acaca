import './section.css';
import { Group, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Content beside the title. */
  aside?: ReactNode;
  /** Buttons at the end of its line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Section of a page with a title. */
export function Section({ title, aside, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" aria-labelledby={id} gap="md">
      <Group gap="md" align="baseline">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
        {actions !== undefined && <div className="section-actions">{actions}</div>}
      </Group>
      {children}
    </Stack>
  );
}
