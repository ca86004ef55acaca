import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { useExceptions } from '../../parts/exceptions/use-exceptions';
import { Facts } from '../../parts/facts';
import { FormFooter } from '../../parts/form-footer';
import { useFormat } from '../../parts/format';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { Refusal } from '../../parts/refusal';
import { Severity } from '../../parts/severity';
import type { ShownExceptionFragment } from './exceptions.gql';

interface ApproveDialogProps {
  exception: ShownExceptionFragment;
  /** Its accessible name, with the check and the resource. */
  label: string;
  /** Called where the user would rather reject it; the dialog is to close. */
  onReject: () => void;
  onClose: () => void;
}

/** Dialog that shows what an approval accepts before it does, open while mounted. */
export function ApproveDialog({ exception, label, onReject, onClose }: ApproveDialogProps) {
  const { t } = useTranslation(['exceptions', 'common']);
  const { approve, withdraw } = useExceptions();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const { id } = exception;
  const confirm = async () => {
    setBusy(true);
    const isDone = await attempt(async () => {
      await approve(id);
      notifyWithUndo(id, t('approve.done'), () => withdraw(id), t('undone', { count: 1 }));
    });
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog opened size="lg" onClose={onClose} title={label}>
      <Stack gap="md">
        <Refusal error={error} />
        <Text>{t('approve.explanation')}</Text>
        <Proposed exception={exception} />
        <FormFooter>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button variant="default" onClick={onReject}>
            {t('reject.action')}
          </Button>
          <Button loading={isBusy} onClick={() => void confirm()}>
            {t('approve.action')}
          </Button>
        </FormFooter>
      </Stack>
    </Dialog>
  );
}

function Proposed({ exception }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation(['exceptions', 'findings']);
  const format = useFormat();
  const { check, fault, resource, namedResource, resourceCount, isPattern, controls } = exception;
  const { reason, compensatingMeasure, expiresOn, proposedBy, proposedAt } = exception;
  const name = namedResource?.name ?? resource;
  const where = isPattern ? `${name} · ${t('resources', { count: resourceCount })}` : name;
  return (
    <Facts
      facts={[
        [t('column.what'), fault],
        ...(check
          ? [[t('findings:column.severity'), <Severity key="severity" severity={check.severity} />] as const]
          : []),
        ...(where === '' ? [] : [[t('findings:column.resource'), where] as const]),
        [t('approve.controls'), t('controls', { count: controls.length })],
        [t('column.reason'), reason],
        [t('accept.measure'), compensatingMeasure ?? t('noMeasure')],
        [t('column.until'), format.day(expiresOn)],
        [t('approve.requestedBy'), `${proposedBy?.name ?? t('nobody')} · ${format.dateTime(proposedAt)}`],
      ]}
    />
  );
}
