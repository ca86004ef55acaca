import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlLink } from '../../parts/control-link';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StepList } from '../../parts/remediation-steps';
import { TextLink } from '../../parts/text-link';
import { useTargets } from '../../parts/use-targets';
import { UnfoldButton } from '../../parts/unfold-button';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import { WorkAbout } from '../../parts/work-items/work-about';
import type { PlanQuery } from './remediation.gql';
import { subjectOf } from './remediation.rules';

type Step = NonNullable<PlanQuery['plan']>['steps'][number];

interface PlanStepsProps {
  /** For screen readers. */
  label: string;
  steps: readonly Step[];
  /** Whether the score of what passes in full counts for the target. */
  inFull: boolean;
}

/** Steps of a plan in their order, each with what it brings; a row unfolds how to do it and who does. */
export function PlanSteps({ label, steps, inFull }: PlanStepsProps) {
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const [open, setOpen] = useState<number | null>(null);
  const gainOf = ({ scoreControls, assuredScoreControls }: Step['alone']) =>
    inFull ? assuredScoreControls : scoreControls;
  const columns: readonly Column<Step>[] = [
    { key: 'order', header: t('plan.order'), align: 'right', cell: ({ order }) => format.number(order) },
    {
      key: 'what',
      header: t('plan.what'),
      cell: (step) => (
        <StepName
          step={step}
          isOpen={open === step.order}
          onToggle={() => setOpen(open === step.order ? null : step.order)}
        />
      ),
    },
    {
      key: 'effort',
      header: t('field.effort'),
      cell: ({ remediation: { effort } }) => t(`effort.${effort}`),
    },
    {
      key: 'alone',
      header: t('plan.alone'),
      align: 'right',
      // Controls add up over the steps, as rounded points do not. None reads as of no use: it is a part of what others need too.
      cell: ({ alone }) =>
        gainOf(alone) === 0 ? (
          t('plan.together')
        ) : (
          <span style={{ whiteSpace: 'nowrap' }}>
            {t('plan.more', { count: gainOf(alone), signed: format.signed(gainOf(alone)) })}
          </span>
        ),
    },
    {
      key: 'after',
      header: t('plan.after'),
      align: 'right',
      cell: ({ cumulative: { score, assuredScore } }) => format.percent(inFull ? assuredScore : score),
    },
    {
      key: 'all',
      header: t('plan.allFrameworks'),
      align: 'right',
      cell: ({ alone: { passes } }) => t('plan.gain', { count: passes }),
    },
    {
      key: 'owner',
      header: t('plan.owner'),
      cell: (step) => {
        const subject = subjectOf(step);
        return (
          subject && (
            <OwnerOrAssign work={step.work[0] ?? null} subject={subject} title={step.fault} size="compact-sm" />
          )
        );
      },
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={steps}
      rowKey={({ order }) => String(order)}
      detailOf={(step) => (open === step.order ? <StepDetail step={step} /> : null)}
    />
  );
}

interface StepNameProps {
  step: Step;
  isOpen: boolean;
  onToggle: () => void;
}

function StepName({ step, isOpen, onToggle }: StepNameProps) {
  const { t } = useTranslation('remediation');
  const { kind, fault, failingResources, controls } = step;
  const failing = controls.filter(({ status }) => status === 'failed').map(({ controlId }) => controlId);
  const what = kind === 'fix' ? t('plan.repair', { count: failingResources ?? 0 }) : t('plan.judge');
  const note =
    failing.length === 0
      ? what
      : `${what} · ${t('plan.failingNow', { count: failing.length, controls: failing.join(', ') })}`;
  return (
    <UnfoldButton isOpen={isOpen} onToggle={onToggle} note={note}>
      {fault}
    </UnfoldButton>
  );
}

function StepDetail({ step }: { step: Step }) {
  const { checkId, fault, universalControl, remediation } = step;
  const targets = useTargets(checkId);
  return (
    <div className="fix-detail">
      {universalControl === null ? (
        <StepList steps={remediation.steps} targets={targets} />
      ) : (
        <Judged universalControl={universalControl} />
      )}
      {checkId !== null && <WorkAbout subject={{ checkId }} title={fault} />}
    </div>
  );
}

/** What an assessment asks for and what would prove it, beside the controls that it moves. */
function Judged({ universalControl }: { universalControl: NonNullable<Step['universalControl']> }) {
  const { t } = useTranslation('remediation');
  const { id, code, title, elements, exampleEvidence, mappings } = universalControl;
  const controls = mappings.map(({ control }) => control);
  return (
    <Stack gap="sm" py="sm">
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="xl">
        <Texts title={t('plan.asksFor')} texts={elements} />
        <Texts title={t('plan.proof')} texts={exampleEvidence} />
        <div>
          <Text fw={600}>{t('plan.moves')}</Text>
          {controls.map((control) => (
            <div key={control.id}>
              <ControlLink control={control} framework={control.framework.slug} />
            </div>
          ))}
        </div>
      </SimpleGrid>
      <Text>
        {t('plan.assess')}{' '}
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: id }}
          search={{ assess: true }}
        >
          {code} {title}
        </TextLink>
      </Text>
    </Stack>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <ul className="fix-step">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
