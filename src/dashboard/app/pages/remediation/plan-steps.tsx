import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { StepList } from '../../parts/remediation-steps';
import { TextLink } from '../../parts/text-link';
import { useTargets } from '../../parts/use-targets';
import { WorkAbout } from '../../parts/work-items/work-about';
import type { PlanQuery } from './remediation.gql';

type Step = NonNullable<PlanQuery['plan']>['steps'][number];

interface PlanStepsProps {
  steps: readonly Step[];
  /** Score before the first of them. Percent. */
  score: number;
}

/** Steps of a plan in their order, each with what it brings; a row unfolds how to do it and who does. */
export function PlanSteps({ steps, score }: PlanStepsProps) {
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const [open, setOpen] = useState<number | null>(null);
  const saysKind = new Set(steps.map(({ kind }) => kind)).size > 1;
  const columns: readonly Column<Step>[] = [
    { key: 'order', header: t('plan.order'), align: 'right', cell: ({ order }) => format.number(order) },
    {
      key: 'what',
      header: t('plan.what'),
      cell: (step) => (
        <StepName
          step={step}
          saysKind={saysKind}
          isOpen={open === step.order}
          onToggle={() => setOpen(open === step.order ? null : step.order)}
        />
      ),
    },
    {
      key: 'alone',
      header: t('plan.alone'),
      align: 'right',
      cell: ({ alone: { passes, scorePoints } }) => (
        <Figures figure={t('plan.points', { points: format.change(scorePoints) })} passes={passes} />
      ),
    },
    {
      key: 'after',
      header: t('plan.after'),
      align: 'right',
      cell: ({ cumulative: { passes, scorePoints } }) => (
        <Figures figure={format.percent(score + scorePoints)} passes={passes} />
      ),
    },
  ];
  return (
    <DataTable
      label={t('plan.list')}
      columns={columns}
      rows={steps}
      rowKey={({ order }) => String(order)}
      detailOf={(step) => (open === step.order ? <StepDetail step={step} /> : null)}
    />
  );
}

/** A figure of the framework that is asked about, and below it the controls of all frameworks. */
function Figures({ figure, passes }: { figure: string; passes: number }) {
  const { t } = useTranslation('remediation');
  return (
    <>
      <Text>{figure}</Text>
      <Text size="xs" c="dimmed">
        {t('plan.gain', { count: passes })}
      </Text>
    </>
  );
}

interface StepNameProps {
  step: Step;
  /** Whether the plan has steps of both kinds, so that an assessment says that it is one. */
  saysKind: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function StepName({ step, saysKind, isOpen, onToggle }: StepNameProps) {
  const { t } = useTranslation('remediation');
  const { kind, fault, failingResources } = step;
  return (
    <>
      <UnstyledButton fz="sm" fw={500} mih={24} aria-expanded={isOpen} onClick={onToggle}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {fault}
      </UnstyledButton>
      {(kind === 'fix' || saysKind) && (
        <Text size="xs" c="dimmed">
          {kind === 'fix' ? t('plan.repair', { count: failingResources ?? 0 }) : t('plan.judge')}
        </Text>
      )}
    </>
  );
}

function StepDetail({ step: { checkId, fault, universalControl, remediation } }: { step: Step }) {
  const { t } = useTranslation('remediation');
  const targets = useTargets(checkId);
  return (
    <div className="fix-detail">
      <StepList steps={remediation.steps} targets={targets} />
      {universalControl !== null && (
        <Text mt="sm">
          {t('plan.assess')}{' '}
          <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: universalControl.id }}>
            {universalControl.code} {universalControl.title}
          </TextLink>
        </Text>
      )}
      {checkId !== null && <WorkAbout subject={{ checkId }} title={fault} />}
    </div>
  );
}
