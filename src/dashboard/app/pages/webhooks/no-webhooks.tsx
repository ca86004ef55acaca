import '../../parts/plain-cards.css';
import { Button, Code, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { DataTable } from '../../parts/data-table';
import { Starter, Starters } from '../../parts/starters';
import { EVENT_WORDS, EVENTS, FORMATS, type WebhookFormat } from './webhooks.rules';

interface NoWebhooksProps {
  /** Begins to set up a webhook for a receiver. */
  onSetUp: (format: WebhookFormat) => void;
}

/** In place of an empty list: the receivers that there are, each with a button that sets it up, and the events, folded. */
export function NoWebhooks({ onSetUp }: NoWebhooksProps) {
  const { t } = useTranslation('webhooks');
  const may = useMay();
  return (
    <Stack gap={32}>
      <Starters label={t('empty.receivers')}>
        {FORMATS.map((format) => (
          <Starter
            key={format}
            name={t(`format.${format}`)}
            hint={t(`empty.receiver.${format}`)}
            action={
              may('createWebhook') && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('empty.setUpOf', { name: t(`format.${format}`) })}
                  onClick={() => onSetUp(format)}
                >
                  {t('empty.setUp')}
                </Button>
              )
            }
          />
        ))}
      </Starters>
      <details open>
        <summary>{t('empty.events', { count: EVENTS.length })}</summary>
        <div className="plain-cards">
          <DataTable
            label={t('form.events')}
            rows={EVENTS}
            rowKey={(event) => event}
            columns={[
              { key: 'when', header: t('empty.when'), cell: (event) => t(`event.${EVENT_WORDS[event]}`) },
              {
                key: 'event',
                header: t('empty.event'),
                cell: (event) => (
                  <Code bg="transparent" p={0}>
                    {event}
                  </Code>
                ),
              },
            ]}
          />
        </div>
      </details>
    </Stack>
  );
}
