import './scope.css';
import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import {
  ApproveScopeDocument,
  RejectScopeDocument,
  WithdrawScopeDocument,
  type ScopeDecisionRowFragment,
} from './scope.gql';
import type { ShownScope } from './scope.page';

interface DecisionTableProps {
  label: string;
  decisions: readonly ScopeDecisionRowFragment[];
  choice: ShownScope['choice'];
  /** Id of the user. */
  me: string;
}

/** Decisions on the scope with their reasons, people and what can be done with them. */
export function DecisionTable({ label, decisions, choice, me }: DecisionTableProps) {
  const { t } = useTranslation('scope');
  const format = useFormat();
  const columns: readonly Column<ScopeDecisionRowFragment>[] = [
    {
      key: 'subject',
      header: t('column.subject'),
      cell: (decision) => <Subject decision={decision} choice={choice} />,
    },
    { key: 'people', header: t('column.people'), cell: (decision) => <People decision={decision} /> },
    {
      key: 'review',
      header: t('column.review'),
      cell: ({ reviewAt, isReviewDue }) =>
        isReviewDue ? (
          <StateWord tone="waiting" word={t('reviewDue', { date: format.date(reviewAt) })} />
        ) : (
          <span className="scope-day">{format.date(reviewAt)}</span>
        ),
    },
    { key: 'actions', header: '', align: 'right', cell: (decision) => <Actions decision={decision} me={me} /> },
  ];
  return <DataTable label={label} columns={columns} rows={decisions} rowKey={({ id }) => id} />;
}

interface SubjectProps {
  decision: ScopeDecisionRowFragment;
  choice: ShownScope['choice'];
}

/** What a decision is about, and why. */
export function Subject({ decision, choice }: SubjectProps) {
  return (
    <>
      <About decision={decision} choice={choice} />
      <Text size="sm" c="dimmed" className="scope-reason">
        {decision.reason}
      </Text>
    </>
  );
}

function About({ decision: { control, kind, selected, outcome }, choice }: SubjectProps) {
  const { t } = useTranslation('scope');
  if (!control) {
    const names = choice?.values.filter(({ value }) => selected?.includes(value)).map(({ name }) => name) ?? [];
    return <Text fw={500}>{t('subject.selection', { names: names.join(', ') })}</Text>;
  }
  return (
    <Stack gap={0} miw={160}>
      <TextLink
        to="/controls/$framework/$controlId"
        params={{ framework: control.framework.slug, controlId: control.id }}
        fw={500}
      >
        {control.controlId} {control.title}
      </TextLink>
      <Text size="xs" c="dimmed">
        {t(`subject.${outcome ?? (kind === 'addressable' ? 'exclusion' : kind)}`)}
      </Text>
    </Stack>
  );
}

/** Who asked for a decision and who approved it, with the days. */
export function People({ decision }: { decision: ScopeDecisionRowFragment }) {
  const { t } = useTranslation('scope');
  const format = useFormat();
  const { proposedBy, proposedAt, decidedBy, decidedAt, isSelfApproved } = decision;
  return (
    <Stack gap={0} miw={160}>
      <span>{t('people.proposed', { name: proposedBy.name, date: format.date(proposedAt) })}</span>
      {decidedBy && decidedAt !== null && (
        <span>
          {isSelfApproved
            ? t('people.selfApproved', { date: format.date(decidedAt) })
            : t('people.approved', { name: decidedBy.name, date: format.date(decidedAt) })}
        </span>
      )}
      {decision.approval === 'needs_another' && <Text c="dimmed">{t('people.needsAnother')}</Text>}
    </Stack>
  );
}

const DOCUMENTS = { approve: ApproveScopeDocument, reject: RejectScopeDocument, withdraw: WithdrawScopeDocument };
type Step = keyof typeof DOCUMENTS;

function Actions({ decision, me }: { decision: ScopeDecisionRowFragment; me: string }) {
  const { t } = useTranslation('scope');
  const may = useMay();
  const client = useApolloClient();
  const { id, status, approval, proposedBy } = decision;
  const subject = decision.control?.controlId ?? t('subject.selectionShort');
  /** @throws {Error} with what the service refused */
  const settle = async (step: Step, note: string | null = null) => {
    const variables = { ids: [id], ...(step === 'reject' ? { note } : {}) };
    const { data } = await client.mutate({ mutation: DOCUMENTS[step], variables });
    const [refused] = Object.values(data ?? {}).flatMap((payload) =>
      typeof payload === 'string' ? [] : payload.results.flatMap(({ error }) => error ?? []),
    );
    if (refused) throw new Error(refused.message);
    notifications.show({ message: t(`done.${step}`) });
    await client.refetchQueries({ include: 'active' });
  };
  const mayWithdraw = may('approveScopeDecisions') || (status === 'proposed' && proposedBy.id === me);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {(approval === 'by_another' || approval === 'self') && (
        <Button
          size="compact-sm"
          aria-label={t('action.approveOf', { subject })}
          onClick={() => void settle('approve').catch(notifyRefusal)}
        >
          {t('action.approve')}
        </Button>
      )}
      {approval === 'by_another' && (
        <ConfirmedAction
          isDestructive={false}
          action={t('action.reject')}
          label={t('action.rejectOf', { subject })}
          size="compact-sm"
          noteLabel={t('reject.note')}
          onConfirm={(note) => settle('reject', note)}
        >
          {t('reject.explanation')}
        </ConfirmedAction>
      )}
      {mayWithdraw && approval !== 'by_another' && (
        <ConfirmedAction
          isDestructive
          action={t('action.withdraw')}
          label={t('action.withdrawOf', { subject })}
          size="compact-sm"
          onConfirm={() => settle('withdraw')}
        >
          {t(status === 'approved' ? 'withdraw.approved' : 'withdraw.proposed')}
        </ConfirmedAction>
      )}
    </Group>
  );
}
