import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { IntegrationFieldsFragment } from './integrations.gql';
import { Section } from './section';

type Identity = NonNullable<IntegrationFieldsFragment['identity']>;

/** Whom the last successful test reached, in the words of that system. */
export function IdentitySection({ identity: { facts, foundAt } }: { identity: Identity }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  return (
    <Section title={t('identity.title')}>
      <Table aria-label={t('identity.title')} withRowBorders={false} w="auto">
        <Table.Tbody>
          {facts.map(({ kind, value }) => (
            <Table.Tr key={`${kind} ${value}`}>
              <Table.Th scope="row">{t(`identity.${kind}`)}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {t('identity.foundAt', { time: format.dateTime(foundAt) })}
      </Text>
    </Section>
  );
}
