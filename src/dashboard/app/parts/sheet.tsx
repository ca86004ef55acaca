import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Page for visitors who are not logged in. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="main" align="center" pt="12vh" pb="xl" px="lg">
      <Paper withBorder p="xl" w="100%" maw={440}>
        <Stack gap="lg">
          <Text fw={700} fz={24} lh="32px">
            Crosswalk
          </Text>
          <Title order={1} size="h2">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Stack>
  );
}
