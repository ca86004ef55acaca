import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../parts/attempt';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { useExceptions } from '../../parts/exceptions/use-exceptions';
import { Refusal } from '../../parts/refusal';
import { Assign } from '../../parts/work-items/assign';
import type { ShownExceptionFragment } from './exceptions.gql';

/** What the user may do with an exception: approve, reject, withdraw, include new matches. */
export function ExceptionActions({ exception }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation('exceptions');
  const { approve, reject, withdraw, includeNewMatches } = useExceptions();
  const { error, attempt } = useAttempts();
  const { id, status, title, resource, canApprove, canWithdraw, newMatchCount } = exception;
  const named = { check: title, resource };
  const isProposed = status === 'proposed';
  const approved = () =>
    attempt(async () => {
      await approve(id);
      notifyWithUndo(id, t('approve.done'), () => withdraw(id), t('undone'));
    });
  return (
    <Group gap="xs" justify="flex-end">
      <Refusal error={error} />
      {isProposed && <Assign subject={{ exceptionId: id }} title={title} size="compact-sm" />}
      {isProposed && canApprove && (
        <>
          <Button size="compact-sm" aria-label={t('approve.of', named)} onClick={() => void approved()}>
            {t('approve.action')}
          </Button>
          <ConfirmedAction
            action={t('reject.action')}
            label={t('reject.of', named)}
            size="compact-sm"
            noteLabel={t('reject.note')}
            onConfirm={(note) => reject(id, note)}
          >
            {t('reject.explanation')}
          </ConfirmedAction>
        </>
      )}
      {status === 'approved' && newMatchCount > 0 && canApprove && (
        <ConfirmedAction
          action={t('include.action')}
          label={t('include.of', named)}
          size="compact-sm"
          onConfirm={() => includeNewMatches(id)}
        >
          {t('include.explanation', { count: newMatchCount })}
        </ConfirmedAction>
      )}
      {canWithdraw && !(isProposed && canApprove) && (
        <ConfirmedAction
          action={t('withdraw.action')}
          label={t('withdraw.of', named)}
          size="compact-sm"
          onConfirm={() => withdraw(id)}
        >
          {isProposed ? t('withdraw.ofProposal') : t('withdraw.explanation')}
        </ConfirmedAction>
      )}
    </Group>
  );
}
