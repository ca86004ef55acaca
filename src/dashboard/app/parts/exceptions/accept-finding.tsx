import { Alert, Button, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../attempt';
import { DayInput } from '../day-input';
import { FormDialog } from '../form-dialog';
import { useFormat } from '../format';
import { problemOf } from '../refusal';
import { dayAfter, lastDay, noonOf, renewedDay } from './exceptions.rules';
import { notifyWithUndo } from '../notify-with-undo';
import { useExceptions } from './use-exceptions';
import { useOtherApprovers } from './use-other-approvers';

/** A failing finding that can be accepted. */
export interface Acceptable {
  /** Of the resource, in the terms of the scanner; a pattern of ids where `isPattern`. */
  id: string;
  /** @default false */
  isPattern?: boolean;
  name: string | null;
  check: string;
  scanner: string;
  ruleId: string;
  /** Null for every integration. */
  integrationId: string | null;
}

const REASON_LENGTH_MAX = 10_000;

/** Button and dialog that accept a failing finding for a time; nothing where the user may not. */
export function AcceptFinding({ finding, size }: { finding: Acceptable; size: 'sm' | 'compact-sm' }) {
  const { t } = useTranslation('exceptions');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may('acceptFindings')) return null;
  const label = t('accept.of', { check: finding.check, resource: finding.name ?? finding.id });
  return (
    <>
      {/* A list has one in each row: they stay behind what the rows say. */}
      <Button variant={size === 'sm' ? 'default' : 'subtle'} size={size} aria-label={label} onClick={open}>
        {t('accept.action')}
      </Button>
      {isOpen && <AcceptDialog findings={[finding]} onClose={close} />}
    </>
  );
}

interface AcceptDialogProps {
  findings: readonly Acceptable[];
  /** A former exception that is requested again: what it said, and the last day after which one in force is renewed. @default none */
  before?: { reason: string; measure: string | null; after: string | null };
  /** Called once something was requested. */
  onDone?: () => void;
  onClose: () => void;
}

/** Dialog that accepts failing findings for a time, each by an exception of its own. */
export function AcceptDialog({ findings, before, onDone, onClose }: AcceptDialogProps) {
  const { t } = useTranslation('exceptions');
  const format = useFormat();
  const { accept, withdraw } = useExceptions();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState(before?.reason ?? '');
  const [measure, setMeasure] = useState(before?.measure ?? '');
  const after = before?.after ?? null;
  const first = after === null ? dayAfter(new Date(), 0) : dayAfter(noonOf(after), 1);
  const [until, setUntil] = useState(renewedDay(first, new Date()));
  const [only] = findings.length === 1 ? findings : [];

  const submit = async () => {
    if (findings.length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    const isDone = await attempt(async () => {
      const { exceptions, refused } = await accept({
        findings: findings.map(({ scanner, ruleId, integrationId, id, isPattern = false }) => ({
          ...{ scanner, ruleId, integrationId },
          ...(isPattern ? { resourcePattern: id } : { resourceId: id }),
        })),
        reason,
        compensatingMeasure: measure.trim() === '' ? null : measure,
        expiresOn: until,
      });
      const words = { date: format.day(until), count: exceptions.length };
      const isInForce = exceptions.every(({ status }) => status === 'approved');
      const message = [
        t(isInForce ? 'accept.accepted' : 'accept.proposed', words),
        refused > 0 ? t('accept.refused', { count: refused }) : '',
      ];
      const ids = exceptions.map(({ id }) => id);
      const undo = async () => {
        for (const id of ids) await withdraw(id);
      };
      notifyWithUndo(ids.join(), message.join(' ').trim(), undo, t('undone', { count: ids.length }));
    });
    setBusy(false);
    if (!isDone) return;
    onDone?.();
    onClose();
  };

  return (
    <FormDialog
      title={t(after === null ? 'accept.title' : 'renew.title')}
      action={t('accept.submit')}
      isBusy={isBusy}
      error={error}
      fields={['reason', 'expiresOn']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {after !== null && <Text>{t('renew.explanation', { day: format.day(after) })}</Text>}
      <Text>
        {only
          ? t('accept.explanation', { check: only.check, resource: only.name ?? only.id })
          : t('accept.explanationMany', { count: findings.length })}
      </Text>
      {findings.length > 0 && <Approval />}
      <Textarea
        label={t('accept.reason')}
        description={t('accept.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={REASON_LENGTH_MAX}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problemOf(error, 'reason')}
      />
      <DayInput
        label={t('accept.until')}
        description={t('accept.untilHint')}
        required
        min={first}
        max={lastDay(new Date())}
        value={until}
        onChange={setUntil}
        error={problemOf(error, 'expiresOn')}
      />
      <Textarea
        label={t('accept.measure')}
        description={t('accept.measureHint')}
        autosize
        minRows={1}
        maxLength={REASON_LENGTH_MAX}
        value={measure}
        onChange={(event) => setMeasure(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Who approves what is requested; that the user does alone, where nobody else may. */
function Approval() {
  const { t } = useTranslation('exceptions');
  const hasOthers = useOtherApprovers();
  if (hasOthers === false) return <Alert color="orange" title={t('accept.approval.alone')} p="sm" />;
  return <Text>{t(hasOthers ? 'accept.approval.others' : 'accept.approval.unknown')}</Text>;
}
