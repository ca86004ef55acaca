import { useQuery } from '@apollo/client/react';
import { Button, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { BAND_OF_STATUS } from '../../parts/band.rules';
import { ControlLink } from '../../parts/control-link';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { Sign } from '../../parts/sign';
import { TextLink } from '../../parts/text-link';
import { AssignAll } from './assign-all';
import { PlanSteps } from './plan-steps';
import { nextTarget, partsOf } from './plan-parts.rules';
import { Blocked, courseOf, OnHold, PlanSummary, type Wanted } from './plan-summary';
import type { PlanSearch } from './plan-search';
import {
  PlanDocument,
  PlanFrameworksDocument,
  type PlanFrameworksQuery,
  type PlanLeftOutReason,
  type PlanQuery,
} from './remediation.gql';
import { subjectOf } from './remediation.rules';
import './remediation.css';

type Plan = NonNullable<PlanQuery['plan']>;

const BUDGET_DEFAULT = 20;

/** Page of the few steps that bring a framework to a score. Its target is in the address. */
export function PlanPage() {
  const { t } = useTranslation('remediation');
  const search = useSearch({ from: '/frame/remediation/plan' });
  const { budget = BUDGET_DEFAULT, inFull = false, byGain = false } = search;
  const frameworks = useQuery(PlanFrameworksDocument);
  // Worked out at once: of the first framework where none is asked for.
  const framework = search.framework ?? frameworks.data?.frameworks[0]?.slug;
  const score = search.score ?? targetOf(frameworks.data, { framework, inFull });
  const name = frameworks.data?.frameworks.find(({ slug }) => slug === framework)?.name ?? framework ?? '';
  return (
    <Page
      title={t('plan.title')}
      up={<TextLink to="/remediation">{t('plan.back')}</TextLink>}
      answer={t('plan.explanation')}
      asked={
        framework === undefined || score === undefined
          ? []
          : [{ document: PlanDocument, variables: inputOf({ framework, score, budget, inFull, byGain }) }]
      }
    >
      <Answered result={frameworks}>
        {(data) =>
          data.frameworks.length === 0 ? (
            <Text c="dimmed">{t('plan.noFramework')}</Text>
          ) : (
            <TargetForm key={JSON.stringify(search)} search={search} data={data} />
          )
        }
      </Answered>
      {framework !== undefined && score !== undefined && (
        <Result {...{ framework, name, score, budget, inFull, byGain }} />
      )}
    </Page>
  );
}

/** Target of a framework where none is chosen; undefined while its score is read. */
function targetOf(
  data: PlanFrameworksQuery | undefined,
  { framework, inFull }: { framework: string | undefined; inFull: boolean },
): number | undefined {
  const name = data?.frameworks.find(({ slug }) => slug === framework)?.name;
  const found = data?.scorecard.frameworks.find((each) => each.framework === name);
  return data && nextTarget((inFull ? found?.assuredScore : found?.score) ?? 0);
}

const inputOf = ({ framework, score, budget, inFull, byGain }: Wanted) => ({
  framework,
  input: { target: { framework, score, isInFull: inFull }, budget, failingFirst: !byGain },
});

interface TargetFormProps {
  search: PlanSearch;
  data: PlanFrameworksQuery;
}

function TargetForm({ search, data }: TargetFormProps) {
  const { frameworks } = data;
  const { t } = useTranslation('remediation');
  const navigate = useNavigate();
  // As the language of the page writes it behind a figure.
  const percentSign = useFormat().percent(100).replace('100', '');
  const [framework, setFramework] = useState(search.framework ?? frameworks[0]?.slug ?? '');
  const [budget, setBudget] = useState<number | string>(search.budget ?? BUDGET_DEFAULT);
  const [inFull, setInFull] = useState(search.inFull === true);
  // Until one is chosen, that of the chosen framework.
  const [chosen, setScore] = useState<number | string | undefined>(search.score);
  const score = chosen ?? targetOf(data, { framework, inFull }) ?? '';
  const [byGain, setByGain] = useState(search.byGain === true);
  const submit = () => {
    const wanted = { framework, score: Number(score), budget: Number(budget) };
    void navigate({
      to: '/remediation/plan',
      search: { ...wanted, ...(inFull ? { inFull } : {}), ...(byGain ? { byGain } : {}) },
    });
  };
  return (
    <Form
      aria-label={t('plan.form')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="sm" align="end" className="plan-target">
        <NativeSelect
          label={t('plan.framework')}
          value={framework}
          data={frameworks.map(({ name, slug }) => ({ value: slug, label: name }))}
          onChange={({ currentTarget: { value } }) => setFramework(value)}
        />
        <NumberInput
          label={t('plan.score')}
          min={1}
          max={100}
          suffix={percentSign}
          allowDecimal={false}
          required
          withAsterisk={false}
          value={score}
          onChange={setScore}
        />
        <NativeSelect
          label={t('plan.counts')}
          value={inFull ? 'full' : 'part'}
          data={[
            { value: 'part', label: t('plan.inPart') },
            { value: 'full', label: t('plan.inFull') },
          ]}
          onChange={({ currentTarget: { value } }) => setInFull(value === 'full')}
        />
        <NativeSelect
          label={t('plan.begin')}
          value={byGain ? 'gain' : 'failing'}
          data={[
            { value: 'failing', label: t('plan.failingFirst') },
            { value: 'gain', label: t('plan.mostFirst') },
          ]}
          onChange={({ currentTarget: { value } }) => setByGain(value === 'gain')}
        />
        <NumberInput
          label={t('plan.budget')}
          min={1}
          max={100}
          allowDecimal={false}
          required
          withAsterisk={false}
          value={budget}
          onChange={setBudget}
        />
        <Button type="submit">{t('plan.submit')}</Button>
      </Group>
    </Form>
  );
}

interface ResultProps extends Wanted {
  /** Of the framework. */
  name: string;
}

function Result({ name, ...wanted }: ResultProps) {
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const { inFull, score: target } = wanted;
  const result = useQuery(PlanDocument, { variables: inputOf(wanted), fetchPolicy: 'network-only' });
  return (
    <Answered result={result}>
      {({ plan }) => (
        <Stack gap={32} className="plan-tables">
          <PlanSummary plan={plan} name={name} wanted={wanted} />
          {partsOf(plan, { target, ...courseOf(plan, wanted) }).map(({ key, steps, reached }) => (
            <Section
              key={key}
              title={t(`plan.steps.${key}`, { count: steps.length })}
              actions={<AssignSteps steps={steps} />}
            >
              {key === 'failing' && (
                <Text c="dimmed" maw={760}>
                  {t('plan.failingHint')}
                </Text>
              )}
              <PlanSteps label={t(`plan.list.${key}`)} steps={steps} inFull={inFull} />
              {key === 'failing' && plan.isReached && <StillFailing plan={plan} inFull={inFull} />}
              {reached !== null && (
                <Text fw={600}>
                  <Sign {...BAND_OF_STATUS.passed} /> {t('plan.reached', { score: format.percent(reached) })}
                </Text>
              )}
            </Section>
          ))}
          {plan.leftOutCount > 0 && <LeftOut plan={plan} inFull={inFull} />}
        </Stack>
      )}
    </Answered>
  );
}

/** What fails now and no step passes, each with the reason: the steps above are not all that fails. */
function StillFailing({ plan: { leftOut }, inFull }: LeftOutProps) {
  const { t } = useTranslation('remediation');
  const failing = leftOut.filter(({ control }) => control.status === 'failed');
  if (failing.length === 0) return null;
  return (
    <div>
      <Text fw={500}>{t('plan.stillFailing', { count: failing.length })}</Text>
      <ul className="plan-blocking" aria-label={t('plan.stillFailing', { count: failing.length })}>
        {failing.map((each) => (
          <li key={each.control.id}>
            <ControlLink control={each.control} framework={each.control.framework.slug} />:{' '}
            <Blocked left={each} inFull={inFull} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const REASONS = ['budget', 'held', 'out_of_scope', 'unreachable'] as const satisfies readonly PlanLeftOutReason[];

/** Controls that are left out for a reason and named at once. */
const OPEN_MAX = 5;

interface LeftOutProps {
  plan: Plan;
  inFull: boolean;
}

/** Controls that no step reaches, with the reason. */
function LeftOut({ plan: { leftOut, leftOutCount }, inFull }: LeftOutProps) {
  const { t } = useTranslation('remediation');
  const reasons = REASONS.map((reason) => [reason, leftOut.filter((each) => each.reason === reason)] as const);
  return (
    <Section title={t('plan.leftOut', { count: leftOutCount })}>
      {leftOutCount > leftOut.length && <Text c="dimmed">{t('plan.leftOutCut', { count: leftOut.length })}</Text>}
      {reasons
        .filter(([, controls]) => controls.length > 0)
        .map(([reason, controls]) => (
          <details key={reason} open={controls.length <= OPEN_MAX}>
            <summary>
              {t(inFull && reason === 'unreachable' ? 'plan.reason.partOnly' : `plan.reason.${reason}`, {
                count: controls.length,
              })}
            </summary>
            {controls.map(({ control, holds }) => (
              <div key={control.id}>
                <ControlLink control={control} framework={control.framework.slug} />
                {holds.map((hold) => (
                  <Text key={hold.integrationId} size="sm" c="dimmed" maw={760}>
                    <OnHold hold={hold} />
                  </Text>
                ))}
              </div>
            ))}
          </details>
        ))}
    </Section>
  );
}

/** Button that makes a work item of each step that nobody works on and that has a subject. */
function AssignSteps({ steps }: { steps: readonly Plan['steps'][number][] }) {
  const { t } = useTranslation('remediation');
  const assignments = steps.flatMap((step) => {
    const subject = subjectOf(step);
    return subject && step.work.length === 0 ? [{ key: String(step.order), subject, title: step.fault }] : [];
  });
  const count = assignments.length;
  const word = t(count < steps.length ? 'plan.assignRest' : 'plan.assignAll', { count });
  return <AssignAll assignments={assignments} word={word} isSmall />;
}
