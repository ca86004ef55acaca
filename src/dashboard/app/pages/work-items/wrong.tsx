import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Reason } from '../../parts/reason';
import { Status } from '../../parts/status';
import { RepairTargetsDocument } from '../../parts/targets.gql';
import { TextLink } from '../../parts/text-link';
import { judgedOf, type Judged } from './ending.rules';
import { WorkCausesDocument, type WorkCausesQuery, type WorkItemPageQuery } from './work.gql';

type Shown = WorkItemPageQuery['workItem'];
type Cause = WorkCausesQuery['remediationQueue'][number];

/** Resources that are named at once. */
const NAMED_MAX = 5;

/** Checks that fail the control of a work item; none while they are read, and where it is about something else. */
export function useCauses({ control }: Pick<Shown, 'control'>): readonly Cause[] {
  const { data } = useQuery(WorkCausesDocument, control?.status === 'failed' ? {} : skipToken);
  const causes = data?.remediationQueue ?? [];
  return causes.filter(({ source, controls }) => source === 'check' && controls.some(({ id }) => id === control?.id));
}

/** What is wrong with what a work item is about: what an auditor wrote, which checks fail, and on which resources. */
export function Wrong({ item, causes }: { item: Shown; causes: readonly Cause[] }) {
  const { finding, control, check } = item;
  if (control?.status === 'failed') return <WrongControl control={control} causes={causes} />;
  return !finding && check ? <WrongCheck check={check} /> : null;
}

function WrongControl({ control, causes }: { control: NonNullable<Shown['control']>; causes: readonly Cause[] }) {
  const { t } = useTranslation('work');
  const judgements = judgedOf(control.mappings);
  return (
    <Stack gap="sm" mt="xs">
      {causes.map(({ id, fault }) => (
        <TextLink key={id} to="/findings" search={{ checkId: id }}>
          {fault}
        </TextLink>
      ))}
      {judgements.length > 0 && <Text>{t('item.judged', { control: control.controlId })}</Text>}
      {judgements.map((judged) => (
        <Judgement key={judged.id} judged={judged} />
      ))}
    </Stack>
  );
}

/** A judgement that fails a control, in the words of the one who judged. */
function Judgement({ judged: { id, code, title, assessment } }: { judged: Judged }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { status, details, assessedBy, createdAt } = assessment;
  return (
    <div>
      <Group gap="0 16px" align="baseline">
        <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
          {code} {title}
        </TextLink>
        <Status status={status} />
      </Group>
      {details !== null && <Reason text={details} isFailed />}
      <Text size="xs" c="dimmed">
        {t('item.by', { name: assessedBy.name, at: format.date(createdAt) })}
      </Text>
    </div>
  );
}

/** On how many resources a check fails, the first by name. */
function WrongCheck({ check: { id, verdicts } }: { check: NonNullable<Shown['check']> }) {
  const { t } = useTranslation('work');
  const count = verdicts.failing - verdicts.accepted;
  const { data } = useQuery(RepairTargetsDocument, count > 0 ? { variables: { checkId: id } } : skipToken);
  const named = (data?.findings.nodes ?? []).slice(0, NAMED_MAX);
  return (
    <>
      <Text>{t('item.failing', { count })}</Text>
      {named.map(({ id: findingId, resource, resourceId }) => (
        <TextLink key={findingId} to="/findings/$findingId" params={{ findingId }} size="sm">
          {resource?.name ?? resourceId ?? t('item.unnamed')}
        </TextLink>
      ))}
      {named.length > 0 && count > named.length && (
        <TextLink to="/findings" search={{ checkId: id }} size="sm">
          {t('item.moreResources', { count: count - named.length })}
        </TextLink>
      )}
    </>
  );
}
