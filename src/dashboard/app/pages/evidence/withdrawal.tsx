import { useMutation } from '@apollo/client/react';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { tellWithUndo } from '../../parts/exceptions/told-with-undo';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { problemOf } from '../../parts/refusal';
import { StateWord } from '../../parts/state-word';
import {
  RestoreEvidenceDocument,
  WithdrawEvidenceDocument,
  type EvidenceListQuery,
  type WithdrawEvidenceMutationVariables,
} from './evidence.gql';

type Evidence = EvidenceListQuery['evidenceList']['nodes'][number];
type ReasonCode = WithdrawEvidenceMutationVariables['input']['reasonCode'];

const REASON_CODES = ['personal_data', 'secret', 'confidential', 'wrong_file', 'outdated', 'other'] as const;
const REASON_LENGTH_MAX = 500;

/** What withdrew an uploaded artifact, or the action that does; each with its undoing where the user may. */
export function Withdrawal({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  const [restore] = useMutation(RestoreEvidenceDocument);
  const { id, title, type, withdrawal } = evidence;
  if (withdrawal) {
    const { reasonCode, reason, restorableUntil, purgedAt } = withdrawal;
    const undo = () => restore({ variables: { evidenceId: id } }).catch(notifyRefusal);
    return (
      <Stack gap={4}>
        <StateWord tone="ended" word={t('withdrawal.state', { reason: t(`withdrawal.code.${reasonCode}`) })} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', maxWidth: 240 }}>
          {reason}
        </Text>
        {!purgedAt && may('restoreEvidence') && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('withdrawal.restoreOf', { title })}
            onClick={() => void undo()}
          >
            {t('withdrawal.restore', { date: format.date(restorableUntil) })}
          </Button>
        )}
      </Stack>
    );
  }
  if (type !== 'manual' || !may('withdrawEvidence')) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={t('withdrawal.of', { title })} onClick={open}>
        {t('withdrawal.action')}
      </Button>
      {isOpen && <WithdrawDialog evidence={evidence} onClose={close} />}
    </>
  );
}

function WithdrawDialog({ evidence: { id, title }, onClose }: { evidence: Evidence; onClose: () => void }) {
  const { t } = useTranslation('evidence');
  const [withdraw, { loading }] = useMutation(WithdrawEvidenceDocument);
  const [restore] = useMutation(RestoreEvidenceDocument);
  const { error, attempt } = useAttempts();
  const [reasonCode, setReasonCode] = useState<ReasonCode>('wrong_file');
  const [reason, setReason] = useState('');
  const submit = async () => {
    const isDone = await attempt(() => withdraw({ variables: { evidenceId: id, input: { reasonCode, reason } } }));
    if (!isDone) return;
    const undo = () => restore({ variables: { evidenceId: id } });
    tellWithUndo(id, t('withdrawal.done', { title }), undo, t('withdrawal.undone', { title }));
    onClose();
  };
  return (
    <FormDialog
      title={t('withdrawal.title')}
      action={t('withdrawal.submit')}
      isBusy={loading}
      error={error}
      fields={['reason']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('withdrawal.explanation', { title })}</Text>
      <NativeSelect
        label={t('withdrawal.codeLabel')}
        value={reasonCode}
        onChange={({ currentTarget: { value } }) =>
          setReasonCode(REASON_CODES.find((each) => each === value) ?? 'other')
        }
        data={REASON_CODES.map((value) => ({ value, label: t(`withdrawal.code.${value}`) }))}
      />
      <Textarea
        label={t('withdrawal.reason')}
        description={t('withdrawal.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={problemOf(error, 'reason')}
      />
    </FormDialog>
  );
}
