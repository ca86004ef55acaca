import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Section of an integration's panel. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" align="stretch" pt="lg" style={{ borderTop: '1px solid var(--line)' }}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
