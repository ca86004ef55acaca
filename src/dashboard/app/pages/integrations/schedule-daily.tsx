import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { notifyRefusal } from '../../parts/notify-refusal';
import { SetScheduleDocument, type IntegrationsQuery } from './integrations.gql';
import { DAILY } from './use-connect';

/** Button that schedules a daily scan of everything without a schedule; nothing where that is one integration at most, whose row offers it. */
export function ScheduleDaily({ data: { integrations, integrationKinds } }: { data: IntegrationsQuery }) {
  const { t } = useTranslation('integrations');
  const may = useMay();
  const [schedule, { loading }] = useMutation(SetScheduleDocument);
  // A report that is imported becomes a scan by itself.
  const imports = new Set(integrationKinds.flatMap(({ type, acceptsReports }) => (acceptsReports ? [type] : [])));
  const unscheduled = integrations.filter(
    (each) => each.schedule === null && each.status !== 'disconnected' && !imports.has(each.type),
  );
  if (unscheduled.length < 2 || !may('setSchedule')) return null;
  const save = async () => {
    for (const { id } of unscheduled) await schedule({ variables: { input: { integrationId: id, cron: DAILY } } });
    notifications.show({ message: t('schedule.savedAll', { count: unscheduled.length }) });
  };
  return (
    <Button variant="default" loading={loading} onClick={() => void save().catch(notifyRefusal)}>
      {t('schedule.dailyAll', { count: unscheduled.length })}
    </Button>
  );
}
