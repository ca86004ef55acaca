import { useMutation, useQuery } from '@apollo/client/react';
import { Anchor, Button, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { DayInput } from '../../parts/day-input';
import { useFormat } from '../../parts/format';
import { FormDialog } from '../../parts/form-dialog';
import { problemOf } from '../../parts/refusal';
import { Sign } from '../../parts/sign';
import { ShownOnce } from '../../parts/shown-once';
import { useCreate } from '../../parts/use-create';
import { EndsBefore } from './ends-before';
import { inputOf, lifetimeOf, newLink, recordsAfter, type LinkValues } from './link-form.rules';
import { AuditorLinksDocument, CreateAuditorLinkDocument, RecordsBeginDocument } from './auditor-links.gql';

/** Fields that show their errors themselves. */
const FIELDS = ['label', 'framework', 'from', 'to', 'expiresInDays'];

/** Button that creates a link, with its dialog; the address is shown once. */
export function CreateLink() {
  const { t } = useTranslation('auditor-links');
  const { framework } = useSearch({ from: '/frame/settings/auditors' });
  // An address that names a framework asks for the form.
  const [isOpen, { open, close }] = useCreate(framework !== undefined);
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <Button onClick={open}>{t('create.action')}</Button>
      {isOpen && <RecordedLinkDialog slug={framework} onCreated={setUrl} onClose={close} />}
      {url !== null && (
        <ShownOnce
          title={t('shown.title')}
          explanation={t('shown.explanation')}
          label={t('shown.label')}
          secret={url}
          confirmation={t('shown.confirmation')}
          onDone={() => setUrl(null)}
        />
      )}
    </>
  );
}

interface LinkDialogProps {
  /** Of the framework that the form begins with. */
  slug: string | undefined;
  onCreated: (url: string) => void;
  onClose: () => void;
}

/** The dialog, once it is known when the records begin: its period does not begin before them. */
function RecordedLinkDialog(props: LinkDialogProps) {
  const { data, error } = useQuery(RecordsBeginDocument);
  if (!data && !error) return null;
  const recordedFrom = data?.organization.recordedFrom ?? null;
  return <LinkDialog {...props} recordedFrom={recordedFrom === null ? null : new Date(recordedFrom)} />;
}

function LinkDialog({ slug, onCreated, onClose, recordedFrom }: LinkDialogProps & { recordedFrom: Date | null }) {
  const { t } = useTranslation('auditor-links');
  const { frameworks } = useShell();
  const chosen = frameworks.find((each) => each.slug === slug) ?? frameworks[0];
  const form = useForm<LinkValues>({ initialValues: newLink(chosen?.name ?? '', new Date(), recordedFrom) });
  const days = form.values.expiresInDays ?? lifetimeOf(form.values.to, new Date());
  const { error, attempt } = useAttempts();
  const [create, { loading }] = useMutation(CreateAuditorLinkDocument, { refetchQueries: [AuditorLinksDocument] });
  async function submit() {
    await attempt(async () => {
      const { data } = await create({ variables: { input: inputOf(form.values, new Date()) } });
      onClose();
      if (data) onCreated(data.createAuditorLink.url);
    });
  }
  return (
    <FormDialog
      title={t('create.action')}
      action={t('create.submit')}
      isBusy={loading}
      error={error}
      fields={FIELDS}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('form.label')}
        description={t('form.labelHint')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
        error={problemOf(error, 'label')}
      />
      <NativeSelect
        label={t('form.framework')}
        data={frameworks.map(({ name }) => name)}
        {...form.getInputProps('framework')}
        error={problemOf(error, 'framework')}
      />
      <Group grow align="start">
        <DayInput
          label={t('form.from')}
          required
          value={form.values.from}
          onChange={(day) => form.setFieldValue('from', day)}
          error={problemOf(error, 'from')}
        />
        <DayInput
          label={t('form.to')}
          required
          value={form.values.to}
          onChange={(day) => form.setFieldValue('to', day)}
          error={problemOf(error, 'to')}
        />
      </Group>
      <BeforeRecords
        first={recordsAfter(form.values.from, recordedFrom)}
        onUse={(day) => form.setFieldValue('from', day)}
      />
      <NumberInput
        label={t('form.expires')}
        min={1}
        max={90}
        allowDecimal={false}
        value={days}
        onChange={(chosen) => form.setFieldValue('expiresInDays', Number(chosen))}
        error={problemOf(error, 'expiresInDays')}
      />
      <EndsBefore to={form.values.to} days={days} />
    </FormDialog>
  );
}

interface BeforeRecordsProps {
  /** First day of the records, where the period begins before it. */
  first: string | null;
  onUse: (day: string) => void;
}

/** Says that the period begins before the records, which the auditor sees too, and begins it with them on demand. */
function BeforeRecords({ first, onUse }: BeforeRecordsProps) {
  const { t } = useTranslation('auditor-links');
  const format = useFormat();
  return (
    <div role="status">
      {first !== null && (
        <Text>
          <Sign name="fair" glyph="!" /> {t('form.before', { day: format.day(first) })}{' '}
          <Anchor component="button" type="button" mih={24} onClick={() => onUse(first)}>
            {t('form.useRecorded', { day: format.day(first) })}
          </Anchor>
        </Text>
      )}
    </div>
  );
}
