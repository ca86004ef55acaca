import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { AcceptDialog } from '../../parts/exceptions/accept-finding';
import { useExceptions } from '../../parts/exceptions/use-exceptions';
import { RowMenu, type MenuAction } from '../../parts/row-actions';
import { AssignDialog } from '../../parts/work-items/assign';
import { ApproveDialog } from './approve-dialog';
import type { ShownExceptionFragment } from './exceptions.gql';

/** What the user may do with an exception: decide about it, and in a menu assign it, withdraw it, include new matches. */
export function ExceptionActions({ exception }: { exception: ShownExceptionFragment }) {
  const { t } = useTranslation(['exceptions', 'work']);
  const may = useMay();
  const { withdraw, includeNewMatches } = useExceptions();
  const [open, setOpen] = useState<'assign' | 'withdraw' | 'include' | 'renew' | null>(null);
  const { id, status, fault, resource, namedResource, canApprove, canWithdraw, newMatchCount } = exception;
  const named = { check: fault, resource: namedResource?.name ?? resource };
  const isProposed = status === 'proposed';
  const close = () => setOpen(null);
  const isRenewable = !isProposed && exception.renewedUntil === null && may('acceptFindings');
  const actions: MenuAction[] = [
    ...(isRenewable
      ? [{ key: 'renew', word: t(status === 'approved' ? 'renew.action' : 'renew.again'), run: () => setOpen('renew') }]
      : []),
    ...(isProposed && may('createWorkItem')
      ? [{ key: 'assign', word: t('work:assign.action'), run: () => setOpen('assign') }]
      : []),
    ...(status === 'approved' && newMatchCount > 0 && canApprove
      ? [{ key: 'include', word: t('include.action'), run: () => setOpen('include') }]
      : []),
    ...(canWithdraw && !(isProposed && canApprove)
      ? [{ key: 'withdraw', word: t('withdraw.action'), run: () => setOpen('withdraw') }]
      : []),
  ];
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isProposed && canApprove && <Decision exception={exception} named={named} />}
      {actions.length > 0 && <RowMenu label={t('more', named)} actions={actions} />}
      {open === 'assign' && <AssignDialog subject={{ exceptionId: id }} title={fault} onClose={close} />}
      {open === 'renew' && <RenewDialog exception={exception} onClose={close} />}
      <ConfirmationDialog
        isDestructive={false}
        action={t('include.action')}
        label={t('include.of', named)}
        isOpen={open === 'include'}
        onClose={close}
        onConfirm={() => includeNewMatches(id)}
      >
        {t('include.explanation', { count: newMatchCount })}
      </ConfirmationDialog>
      <ConfirmationDialog
        isDestructive
        action={t('withdraw.action')}
        label={t('withdraw.of', named)}
        isOpen={open === 'withdraw'}
        onClose={close}
        onConfirm={() => withdraw(id)}
      >
        {isProposed ? t('withdraw.ofProposal') : t('withdraw.explanation')}
      </ConfirmationDialog>
    </Group>
  );
}

/** Requests the same again, with what was said of it: of one in force, until a later day. */
function RenewDialog({ exception, onClose }: { exception: ShownExceptionFragment; onClose: () => void }) {
  const { scanner, ruleId, integration, resource, isPattern, namedResource, fault } = exception;
  const { reason, compensatingMeasure, expiresOn, status } = exception;
  const findings = {
    ...{ id: resource, name: namedResource?.name ?? null, check: fault, scanner, ruleId, isPattern },
    integrationId: integration?.id ?? null,
  };
  const after = status === 'approved' ? expiresOn : null;
  return (
    <AcceptDialog findings={[findings]} before={{ reason, measure: compensatingMeasure, after }} onClose={onClose} />
  );
}

interface DecisionProps {
  exception: ShownExceptionFragment;
  named: { check: string; resource: string };
}

/** Buttons of who may decide about a proposal; each first shows what it does. */
function Decision({ exception, named }: DecisionProps) {
  const { t } = useTranslation('exceptions');
  const { reject } = useExceptions();
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null);
  const close = () => setOpen(null);
  return (
    <Group gap="xs" wrap="nowrap" className="exception-decision">
      <Button size="compact-sm" aria-label={t('approve.of', named)} onClick={() => setOpen('approve')}>
        {t('approve.action')}
      </Button>
      <Button variant="default" size="compact-sm" aria-label={t('reject.of', named)} onClick={() => setOpen('reject')}>
        {t('reject.action')}
      </Button>
      {open === 'approve' && (
        <ApproveDialog
          exception={exception}
          label={t('approve.of', named)}
          onReject={() => setOpen('reject')}
          onClose={close}
        />
      )}
      <ConfirmationDialog
        isDestructive={false}
        action={t('reject.action')}
        label={t('reject.of', named)}
        noteLabel={t('reject.note')}
        isOpen={open === 'reject'}
        onClose={close}
        onConfirm={(note) => reject(exception.id, note)}
      >
        {t('reject.explanation')}
      </ConfirmationDialog>
    </Group>
  );
}
