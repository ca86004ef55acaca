import { Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';
import { typeOf, type Shapes } from './cel-completion.rules';
import type { CheckChoicesQuery } from './checks.gql';

/** What an expression can say of a type of resources: its properties, and one resource as an example. */
export function TypeFields({ type }: { type: CheckChoicesQuery['resourceTypes'][number] }) {
  const { t } = useTranslation('checks');
  return (
    <Section title={t('type.title', { title: type.title })}>
      <Text>{type.description}</Text>
      <Stack component="ul" gap="sm" p={0} m={0} aria-label={t('type.properties')} style={{ listStyle: 'none' }}>
        {Object.entries(type.properties as Shapes).map(([name, shape]) => (
          <li key={name}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Code>resource.{name}</Code>
              <Text span size="sm" c="dimmed">
                {typeOf(shape)}
              </Text>
            </Group>
            <Text size="sm">{shape.description}</Text>
          </li>
        ))}
      </Stack>
      <Text fw={600}>{t('type.example')}</Text>
      <Code block tabIndex={0} role="region" aria-label={t('type.example')} mah={400} style={{ overflow: 'auto' }}>
        {JSON.stringify(type.example, null, 2)}
      </Code>
    </Section>
  );
}

/** In their place before a type is chosen. */
export function NoType() {
  const { t } = useTranslation('checks');
  return (
    <Section title={t('type.none.title')}>
      <Text c="dimmed">{t('type.none.text')}</Text>
    </Section>
  );
}
