import '../../parts/plain-cards.css';
import { Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { EVENT_WORDS, EVENTS } from './webhooks.rules';

/** In place of an empty list: what webhooks are for, and the events that there are. */
export function NoWebhooks() {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="md">
      <Text c="dimmed" maw={640}>
        {t('empty.text')}
      </Text>
      <div className="plain-cards">
        <DataTable
          label={t('form.events')}
          rows={EVENTS}
          rowKey={(event) => event}
          columns={[
            { key: 'event', header: t('empty.event'), cell: (event) => <Code>{event}</Code> },
            { key: 'when', header: t('empty.when'), cell: (event) => t(`event.${EVENT_WORDS[event]}`) },
          ]}
        />
      </div>
    </Stack>
  );
}
