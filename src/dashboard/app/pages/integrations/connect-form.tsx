import './connect.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../parts/form';
import { problemOf, Refusal } from '../../parts/refusal';
import { TextLink } from '../../parts/text-link';
import { UnsavedGuard } from '../../parts/unsaved-guard';
import { alternativesOf, fieldsBy } from './alternatives.rules';
import { ConnectCheck } from './connect-check';
import { CredentialsStep, ReadsStep } from './connect-fields';
import { ConnectSteps } from './connect-steps';
import { fieldsIn, stepsOf, type ConnectStep } from './connect-steps.rules';
import { GrantStep } from './grant-step';
import { handOver } from './report-handover';
import { ReportStep } from './report-step';
import { neededIn } from './needed-settings.rules';
import type { IntegrationKindsQuery } from './integrations.gql';
import { configOf, fieldsOf, issuedOf, valuesOf, type SettingField } from './settings-form.rules';
import { useConnect } from './use-connect';
import { useSettingProblem } from './use-setting-problem';
import { waysOf } from './ways.rules';

export type Kind = IntegrationKindsQuery['integrationKinds'][number];

interface ConnectFormProps {
  kind: Kind;
  onConnected: (id: string) => void;
  onCancel: () => void;
}

/** Form that connects an integration, in steps: what to grant, the credentials, what to read and when, and a test of all that. */
export function ConnectForm({ kind, onConnected, onCancel }: ConnectFormProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const alternatives = alternativesOf(kind.type);
  const [alternative, setAlternative] = useState<string | null>(alternatives[0]?.name ?? null);
  const fields = fieldsBy(fieldsOf(kind.settings), alternatives, alternative);
  const [report, setReport] = useState<File | null>(null);
  const steps = stepsOf(kind, fields);
  const [step, setStep] = useState(steps[0] ?? 'reads');
  const [way, setWay] = useState(waysOf(kind.permissions)[0] ?? null);
  const [name, setName] = useState(kind.title);
  const [initial] = useState(() => valuesOf(fieldsOf(kind.settings)));
  const [values, setValues] = useState(initial);
  const [isDaily, setDaily] = useState(!kind.acceptsReports);
  // What is wrong is shown where it was entered.
  const reveal = (error: unknown) => {
    const isWrong = (each: SettingField) => problemOf(error, each.name) !== undefined;
    const found = steps.find((each) => fieldsIn(each, fields).some(isWrong));
    if (found) setStep(found);
  };
  const isDone = useRef(false);
  const leave = (id: string) => {
    isDone.current = true;
    if (report) handOver(id, report);
    onConnected(id);
  };
  const { error, tested, isTesting, isConnecting, refuse, test, connect } = useConnect({ onConnected: leave, reveal });
  const input = { type: kind.type, config: configOf(fields, values) };
  const hasChanged =
    name !== kind.title || report !== null || fields.some((each) => values[each.name] !== initial[each.name]);
  const body = useFocusOf(step, error);
  const next = steps[steps.indexOf(step) + 1];
  const previous = steps[steps.indexOf(step) - 1];
  const open = (to: ConnectStep) => {
    setStep(to);
    if (to === 'check') void test(input);
  };
  /** Opens a step unless one before it lacks something. */
  const goOn = (to: ConnectStep) => {
    const fault = neededIn(kind.type, input.config);
    const entered = steps.slice(0, steps.indexOf(to)).flatMap((each) => fieldsIn(each, fields));
    // Of a way that was not chosen there is no field: it is said at the first one of the chosen way.
    const isShown = fields.some((each) => each.name === fault?.field);
    const at = isShown ? fault?.field : fields.find(({ isRequired }) => isRequired)?.name;
    const isWrong = fault !== null && at !== undefined && entered.some((each) => each.name === at);
    void refuse(isWrong ? { [at]: t(`needed.${fault.needed}`) } : null);
    if (!isWrong) open(to);
  };
  const named = { name, onName: setName };
  const entered = { fields, values, onChange: setValues, problemOf: useSettingProblem(error) };
  const namedIn = steps.find((each) => each !== 'grant');
  return (
    <Form
      onSubmit={() => (next ? goOn(next) : void connect({ ...input, name }, isDaily))}
      className="connect-form"
      aria-label={kind.title}
    >
      <UnsavedGuard isUnsaved={() => hasChanged && !isDone.current} />
      <Head kind={kind} />
      <ConnectSteps steps={steps} at={step} onOpen={(to) => (to === 'check' ? goOn(to) : open(to))} />
      <div ref={body} tabIndex={-1} role="group" aria-label={t(`wizard.${step}`)} className="connect-body">
        {step === 'grant' && <GrantStep kind={kind} issued={issuedOf(kind.settings)} way={way} onWay={setWay} />}
        {step === 'report' && <ReportStep {...entered} {...named} file={report} onFile={setReport} />}
        {step === 'credentials' && (
          <CredentialsStep
            {...entered}
            {...named}
            alternatives={alternatives}
            chosen={alternative}
            onChosen={setAlternative}
          />
        )}
        {step === 'reads' && (
          <ReadsStep {...entered} {...(namedIn === 'reads' ? named : {})} isDaily={isDaily} onDaily={setDaily} />
        )}
        {step === 'check' && (
          <ConnectCheck
            kind={kind}
            name={name}
            fields={fields}
            values={values}
            isDaily={isDaily}
            tested={tested}
            isTesting={isTesting}
            onTest={() => void test(input)}
          />
        )}
        {step === 'report' && report === null && <Text c="dimmed">{t('wizard.thenImport')}</Text>}
        <Refusal error={error} fields={['name', ...fields.map((field) => field.name)]} />
      </div>
      <Group className="connect-buttons" gap="sm" justify="flex-end">
        <Button variant="subtle" onClick={previous ? () => setStep(previous) : onCancel}>
          {t(previous ? 'common:action.back' : 'common:action.cancel')}
        </Button>
        <Button type="submit" loading={isConnecting}>
          {t(
            report !== null
              ? 'import.submit'
              : next === undefined
                ? 'submit'
                : next === 'check'
                  ? 'wizard.toCheck'
                  : 'wizard.next',
          )}
        </Button>
      </Group>
    </Form>
  );
}

function Head({ kind: { title, description } }: { kind: Kind }) {
  const { t } = useTranslation('integrations');
  return (
    <div>
      <div className="page-up links">
        <TextLink to="/integrations" search={{ connect: 'choose' }}>
          {t('choose')}
        </TextLink>
      </div>
      <Title order={2}>{title}</Title>
      <Text>{description}</Text>
    </div>
  );
}

/** Moves the focus with the steps: to what is wrong in the one that opens, else to its beginning. @returns the element of the step */
function useFocusOf(step: ConnectStep, error: unknown): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const before = useRef({ step, error });
  useEffect(() => {
    const hasMoved = before.current.step !== step;
    const isRefused = before.current.error !== error && error !== undefined;
    before.current = { step, error };
    const wrong = isRefused ? body.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (wrong) wrong.focus();
    else if (hasMoved) body.current?.focus();
  }, [step, error]);
  return body;
}
