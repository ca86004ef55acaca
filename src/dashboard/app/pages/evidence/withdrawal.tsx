import { useMutation } from '@apollo/client/react';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { notifyWithUndo } from '../../parts/notify-with-undo';
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

/** What withdrew an uploaded artifact, with its undoing where the user may; nothing where it is not withdrawn. */
export function WithdrawnState({ evidence }: { evidence: Pick<Evidence, 'id' | 'title' | 'withdrawal'> }) {
  const { t } = useTranslation(['evidence', 'terms']);
  const format = useFormat();
  const may = useMay();
  // Another version is the current one then.
  const [restore] = useMutation(RestoreEvidenceDocument, { refetchQueries: 'active' });
  const { id, title, withdrawal } = evidence;
  if (withdrawal) {
    const { reasonCode, reason, restorableUntil, purgedAt } = withdrawal;
    const undo = () => restore({ variables: { evidenceId: id } }).catch(notifyRefusal);
    return (
      <Stack gap={4}>
        <StateWord tone="ended" word={t('withdrawal.state', { reason: t(`terms:withdrawalReason.${reasonCode}`) })} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', maxWidth: 240 }}>
          {reason}
        </Text>
        {!purgedAt && may('restoreEvidence') && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('withdrawal.restoreOf', { title, date: format.date(restorableUntil) })}
            onClick={() => void undo()}
          >
            {t('withdrawal.restore', { date: format.date(restorableUntil) })}
          </Button>
        )}
      </Stack>
    );
  }
  return null;
}

interface WithdrawDialogProps {
  evidence: Pick<Evidence, 'id' | 'title'>;
  onClose: () => void;
}

/** Dialog that withdraws an uploaded artifact, with a reason. */
export function WithdrawDialog({ evidence: { id, title }, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation(['evidence', 'terms']);
  const [withdraw, { loading }] = useMutation(WithdrawEvidenceDocument, { refetchQueries: 'active' });
  const [restore] = useMutation(RestoreEvidenceDocument, { refetchQueries: 'active' });
  const { error, attempt } = useAttempts();
  const [reasonCode, setReasonCode] = useState<ReasonCode>('wrong_file');
  const [reason, setReason] = useState('');
  const submit = async () => {
    const isDone = await attempt(() => withdraw({ variables: { evidenceId: id, input: { reasonCode, reason } } }));
    if (!isDone) return;
    const undo = () => restore({ variables: { evidenceId: id } });
    notifyWithUndo(id, t('withdrawal.done', { title }), undo, t('withdrawal.undone', { title }));
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
        data={REASON_CODES.map((value) => ({ value, label: t(`terms:withdrawalReason.${value}`) }))}
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
