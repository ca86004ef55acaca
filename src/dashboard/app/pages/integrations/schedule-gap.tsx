import { useMutation } from '@apollo/client/react';
import { Button, Group, Paper, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { scannedOf } from '../../parts/integration-gaps.rules';
import { notifyRefusal } from '../../parts/notify-refusal';
import { Sign } from '../../parts/sign';
import { SetScheduleDocument, type IntegrationsQuery } from './integrations.gql';
import { DAILY } from './use-connect';

/** Of what is connected, or should be: what scans read, and what no schedule scans. */
export function scheduleGapOf({ integrations, integrationKinds }: IntegrationsQuery) {
  return scannedOf(
    integrations.filter(({ status }) => status !== 'disconnected'),
    integrationKinds,
  );
}

/** That nothing is scanned by itself where no scan is scheduled, with the button that changes it; nothing where every integration has one. */
export function ScheduleGap({ gap: { scanned, unscheduled } }: { gap: ReturnType<typeof scheduleGapOf> }) {
  const { t } = useTranslation('integrations');
  const may = useMay();
  const [schedule, { loading }] = useMutation(SetScheduleDocument);
  const [only] = unscheduled;
  const count = unscheduled.length;
  if (only === undefined || !may('setSchedule')) return null;
  const save = async () => {
    for (const { id } of unscheduled) await schedule({ variables: { input: { integrationId: id, cron: DAILY } } });
    notifications.show({ message: t('schedule.savedAll', { count }) });
  };
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" flex="1 1 240px">
          <Sign name="fair" glyph="!" />
          <Text>{count === scanned.length ? t('gap.none') : t('gap.some', { count })}</Text>
        </Group>
        {count === 1 ? (
          <ButtonLink to="/integrations" search={{ id: only.id }} aria-label={t('scheduleOf', { name: only.name })}>
            {t('schedule.open')}
          </ButtonLink>
        ) : (
          <Button loading={loading} onClick={() => void save().catch(notifyRefusal)}>
            {t('schedule.dailyAll', { count })}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
