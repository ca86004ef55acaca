import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sign } from '../../parts/sign';
import { Passed, Status } from '../../parts/status';
import type { AuditedControlQuery } from './auditor.gql';
import { Part } from './part';
import { useAuditorFormat } from './use-auditor-format';

type Control = AuditedControlQuery['auditedControl'];

/** Changes of the status in the period, the newest first. Whether a former one passed in full is not known: the words leave it open. */
export function Changes({ control: { changes, assurance } }: { control: Pick<Control, 'changes' | 'assurance'> }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  return (
    <Part title={t('changes.title')}>
      {changes.length === 0 && <Text c="dimmed">{t('changes.none')}</Text>}
      <Stack gap="xs" className="auditor-changes">
        {changes.map((change, index) => (
          <Text key={change.changedAt} component="div">
            {format.dateTime(change.changedAt)}: <Change change={change} assurance={index === 0 ? assurance : null} />
          </Text>
        ))}
      </Stack>
    </Part>
  );
}

interface ChangeProps {
  change: Control['changes'][number];
  /** That of the status since, where it is known. */
  assurance: Control['assurance'];
}

function Change({ change: { previousStatus, status }, assurance }: ChangeProps) {
  const { t } = useTranslation('auditor');
  if (previousStatus === status) return t('changes.share');
  return (
    <>
      <Former status={previousStatus} /> →{' '}
      {status === 'passed' && assurance ? <Passed assurance={assurance.level} /> : <Former status={status} />}
    </>
  );
}

/** A status of which it is not known how much was shown. */
function Former({ status }: { status: Control['status'] }) {
  const { t } = useTranslation('auditor');
  if (status !== 'passed') return <Status status={status} />;
  return (
    <span className="badge">
      <Sign name="good" glyph="" />
      {t('changes.passed')}
    </span>
  );
}
