import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { useAttempts } from '../../parts/attempt';
import { Form } from '../../parts/form';
import { FormFooter } from '../../parts/form-footer';
import { Page } from '../../parts/page';
import { Refusal } from '../../parts/refusal';
import { TextLink } from '../../parts/text-link';
import { CheckFields } from './check-form';
import { FIELDS, inputOf, keyOf, NEW_CHECK, valuesOf, type CheckValues } from './check-form.rules';
import {
  CheckChoicesDocument,
  CreateCustomCheckDocument,
  CustomCheckPageDocument,
  CustomChecksDocument,
  UpdateCustomCheckDocument,
  type CheckChoicesQuery,
} from './checks.gql';
import { BeginWithExample, useExamples } from './example-check';
import './checks.css';
import { Trial } from './trial';
import { NoType, TypeFields } from './type-fields';

/** Page on which a custom check is written. */
export function NewCheckPage() {
  const { t } = useTranslation(['checks', 'common']);
  const navigate = useNavigate();
  const [create] = useMutation(CreateCustomCheckDocument, { refetchQueries: [CustomChecksDocument] });
  const choices = useQuery(CheckChoicesDocument);
  const { example } = useSearch({ from: '/frame/checks/new' });
  const exampleOf = useExamples();
  const save = async (values: CheckValues) => {
    await create({ variables: { input: { ...inputOf(values), key: values.key.trim() || keyOf(values.title) } } });
    await navigate({ to: '/checks' });
  };
  return (
    <Page title={t('new.title')} up={<All />} answer={t('explanation')} asked={[{ document: CheckChoicesDocument }]}>
      <Answered result={choices}>
        {(data) => (
          <Stack gap={32}>
            {example === undefined && <BeginWithExample />}
            <Editor
              // An example fills the form again.
              key={example ?? ''}
              initial={example === undefined ? NEW_CHECK : exampleOf(example)}
              choices={data}
              isExisting={false}
              onSave={save}
            />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function All() {
  const { t } = useTranslation('common');
  return <TextLink to="/checks">{t('nav.checks')}</TextLink>;
}

/** Page of a custom check, on which it is changed. */
export function CheckPage() {
  const { t } = useTranslation(['checks', 'common']);
  const { customCheckId } = useParams({ from: '/frame/checks/$customCheckId' });
  const variables = { id: customCheckId };
  const choices = useQuery(CheckChoicesDocument);
  const result = useQuery(CustomCheckPageDocument, { variables });
  const [update] = useMutation(UpdateCustomCheckDocument);
  const check = result.data?.customCheck;
  return (
    <Page
      thing={{ kind: 'check', id: customCheckId, result }}
      title={check?.title ?? t('common:nav.checks')}
      up={<All />}
      answer={check && t(check.isEnabled ? 'answer.enabled' : 'answer.disabled', { rule: check.ruleId })}
      asked={[{ document: CustomCheckPageDocument, variables }]}
    >
      <Answered result={choices}>
        {(data) => (
          <Answered result={result}>
            {({ customCheck }) => (
              <Editor
                key={customCheck.id}
                initial={valuesOf(customCheck)}
                choices={data}
                isExisting
                onSave={(values) => update({ variables: { input: { ...inputOf(values), customCheckId } } })}
              />
            )}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

interface EditorProps {
  initial: CheckValues;
  choices: CheckChoicesQuery;
  isExisting: boolean;
  /** An error that it throws is shown at its field, and the input stays. */
  onSave: (values: CheckValues) => Promise<unknown>;
}

function Editor({ initial, choices, isExisting, onSave }: EditorProps) {
  const { t } = useTranslation(['checks', 'common']);
  const may = useMay();
  const formId = useId();
  const form = useForm({ initialValues: initial });
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const type = choices.resourceTypes.find((each) => each.type === form.values.resourceType);
  async function submit() {
    setBusy(true);
    if (await attempt(() => onSave(form.values))) notifications.show({ message: t('saved') });
    setBusy(false);
  }
  return (
    <div className="check-editor">
      <Form id={formId} onSubmit={form.onSubmit(() => void submit())}>
        <CheckFields form={form} error={error} choices={choices} isExisting={isExisting} />
      </Form>
      <div className="check-side">
        <Stack className="check-aside" gap={24}>
          {may('dryRunCustomCheck') && <Trial values={form.values} formId={formId} />}
          {type ? <TypeFields type={type} /> : <NoType />}
        </Stack>
        {may('createCustomCheck') && (
          <FormFooter aside={<Refusal error={error} fields={FIELDS} />}>
            <ButtonLink variant="default" to="/checks">
              {t('common:action.cancel')}
            </ButtonLink>
            <Button type="submit" form={formId} loading={isBusy}>
              {t('common:action.save')}
            </Button>
          </FormFooter>
        )}
      </div>
    </div>
  );
}
