import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';
import type { ShownControl } from './control.page';

/** Description of a control, questions of an auditor, and examples of evidence. */
export function ControlText({ control: { description, auditQuestion, exampleEvidence } }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  return (
    <Section title={t('control.description')}>
      <Text maw={760}>{description}</Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="xs">
          <Title order={3}>{t('control.auditQuestion')}</Title>
          <Text>{auditQuestion}</Text>
        </Stack>
        <Stack gap="xs">
          <Title order={3}>{t('control.exampleEvidence')}</Title>
          <List>
            {exampleEvidence.map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </Stack>
      </SimpleGrid>
    </Section>
  );
}
