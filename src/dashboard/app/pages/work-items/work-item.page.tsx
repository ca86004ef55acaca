import { useQuery } from '@apollo/client/react';
import './work-items.css';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useAttempts } from '../../parts/attempt';
import { targetsOf } from '../../parts/commands.rules';
import { DayInput } from '../../parts/day-input';
import { FindingStatus } from '../../parts/finding-status';
import { Page } from '../../parts/page';
import { TextLink } from '../../parts/text-link';
import { Refusal } from '../../parts/refusal';
import { RemediationSteps } from '../../parts/remediation-steps';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { ControlStatus } from '../../parts/status';
import { useTargets } from '../../parts/use-targets';
import { useOwners } from '../../parts/work-items/use-owners';
import { useWork } from '../../parts/work-items/use-work';
import { Late } from '../../parts/work-items/work-state';
import { Comments } from './comments';
import { endingOf, type Ending } from './ending.rules';
import { History } from './history';
import { ItemActions } from './item-actions';
import { Subject } from './subject';
import { Tickets } from './tickets';
import { useCauses, Wrong } from './wrong';
import { WorkItemPageDocument, type WorkItemPageQuery } from './work.gql';

type Shown = NonNullable<WorkItemPageQuery['workItem']>;

const STATES = ['open', 'in_progress', 'done', 'dropped'] as const;

/** Page of a work item: what it is about, who has it until when, how far it is, and what people say. */
export function WorkItemPage() {
  const { t } = useTranslation(['work', 'common']);
  const { workItemId: id } = useParams({ from: '/frame/work-items/$workItemId' });
  const variables = { id };
  const result = useQuery(WorkItemPageDocument, { variables });
  const item = result.data?.workItem;
  const causes = useCauses({ control: item?.control ?? null });
  const ending = item ? endingOf(item, causes) : null;
  return (
    <Page
      thing={{ kind: 'workItem', id, result }}
      title={item?.title ?? t('common:nav.work')}
      up={<TextLink to="/work-items">{t('item.all')}</TextLink>}
      answer={item && <Answer item={item} ending={ending} />}
      asked={[{ document: WorkItemPageDocument, variables }]}
      actions={item && <ItemActions item={item} ending={ending} />}
    >
      <Answered result={result}>
        {({ workItem, workItemComments: { nodes, totalCount } }) => (
          <div className="work-item">
            <Stack gap={32}>
              <About item={workItem} causes={causes} />
              <Steps item={workItem} />
              <Comments workItemId={workItem.id} comments={nodes} total={totalCount} />
            </Stack>
            <Stack gap={32}>
              <Section title={t('item.facts')}>
                <Terms item={workItem} />
              </Section>
              <Tickets workItemId={workItem.id} />
              <History changes={workItem.history} />
            </Stack>
          </div>
        )}
      </Answered>
    </Page>
  );
}

/** What marking it as done changes, and what it does not; nothing once it is done, or where nothing fails. */
function Answer({ item: { state }, ending }: { item: Shown; ending: Ending | null }) {
  const { t } = useTranslation('work');
  if (ending === null || state === 'done' || state === 'dropped') return null;
  return ending.by === 'fix' ? t('end.after.fix') : t('end.after.assessment', { code: ending.code });
}

/** What it is about, and how that stands now: whether the work still has a reason. */
function About({ item, causes }: Parameters<typeof Wrong>[0]) {
  const { t } = useTranslation('work');
  const { finding, control } = item;
  return (
    <Section title={t('field.subject')}>
      <Stack gap={4} align="flex-start">
        <Group gap="md" align="baseline">
          <Subject item={item} />
          {finding && <FindingStatus status={finding.status} isAccepted={finding.exception !== null} />}
          {finding?.status === 'fail' && <Severity severity={finding.severity} />}
          {control && <ControlStatus control={control} />}
        </Group>
        {finding && <Text>{finding.summary}</Text>}
        {finding && !finding.isCurrent && <Text c="dimmed">{t('item.former')}</Text>}
        <Wrong item={item} causes={causes} />
      </Stack>
    </Section>
  );
}

/** How to repair what it is about, where that fails. */
function Steps({ item: { finding, check } }: { item: Shown }) {
  const isFailing = finding
    ? finding.status === 'fail'
    : check !== null && check.verdicts.failing > check.verdicts.accepted;
  const found = finding ? finding.check : check;
  const targets = useTargets(finding === null && isFailing ? (check?.id ?? null) : null);
  if (!isFailing || !found?.remediation) return null;
  return (
    <RemediationSteps
      remediation={found.remediation}
      targets={finding ? { targets: targetsOf([finding]), total: 1 } : targets}
    />
  );
}

/** Owner, day and state, each changed as soon as another one is chosen. */
function Terms({ item: { id, state, owner, dueOn, isOverdue } }: { item: Shown }) {
  const { t } = useTranslation('work');
  const { update } = useWork();
  const owners = useOwners();
  const { error, attempt } = useAttempts();
  const change = (changes: Omit<Parameters<typeof update>[0], 'workItemId'>) =>
    void attempt(() => update({ workItemId: id, ...changes }));
  const known = owner && !owners.some((each) => each.id === owner.id) ? [owner, ...owners] : owners;
  return (
    <Stack gap="sm">
      <Refusal error={error} />
      <NativeSelect
        label={t('field.state')}
        value={state}
        onChange={({ currentTarget: { value } }) => change({ state: STATES.find((each) => each === value) ?? state })}
        data={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <NativeSelect
        label={t('field.owner')}
        value={owner?.id ?? ''}
        onChange={({ currentTarget: { value } }) => change({ ownerId: value === '' ? null : value })}
        data={[...known.map((each) => ({ value: each.id, label: each.name })), { value: '', label: t('nobody') }]}
      />
      <DayInput
        label={t('field.due')}
        value={dueOn ?? ''}
        onChange={(day) => change({ dueOn: day === '' ? null : day })}
      />
      {isOverdue && dueOn !== null && <Late dueOn={dueOn} />}
    </Stack>
  );
}
