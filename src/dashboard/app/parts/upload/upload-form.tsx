import { useApolloClient } from '@apollo/client/react';
import { Button, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../attempt';
import { DayInput } from '../day-input';
import { FileDrop } from '../file-drop';
import { Form } from '../form';
import { FormFooter } from '../form-footer';
import { useFormat } from '../format';
import { problemOf, Refusal } from '../refusal';
import { ControlPicker } from './control-picker';
import type { Before, NewEvidence, Stored } from './upload-file';
import { useUpload } from './use-upload';

/** Limit of the service for a file. Bytes. */
const SIZE_MAX = 50 * 2 ** 20;
const FIELDS = ['file', 'title', 'description', 'expiresAt', 'controlId'];

type Values = Omit<NewEvidence, 'file' | 'versionOf'>;
const NOTHING: Values = { title: '', description: '', expiresOn: '', controlIds: [] };

interface UploadFormProps {
  onStored: (stored: Stored) => void;
  onCancel: () => void;
  /** The artifact whose document gets a new version. @default none: a document of its own */
  versionOf?: Before;
  /** Controls that it begins with. @default none */
  controlIds?: readonly string[] | undefined;
}

/** Form of an upload: file, title, controls. */
export function UploadForm({ onStored, onCancel, versionOf, controlIds = [] }: UploadFormProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const client = useApolloClient();
  const [file, setFile] = useState<File | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [values, setValues] = useState<Values>({ ...NOTHING, controlIds });
  const [isBusy, setBusy] = useState(false);
  const { error, attempt } = useAttempts();
  const { percent, start, cancel } = useUpload();
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const submit = async () => {
    if (!file) {
      setFileProblem(t('upload.noFile'));
      return;
    }
    setBusy(true);
    await attempt(async () => {
      const stored = await start({ file, ...values, versionOf: versionOf?.id ?? null });
      if (!stored) return;
      // What has a new version leaves the list, and this form with it: the dialog asks again when it closes.
      if (!versionOf) await client.refetchQueries({ include: 'active' });
      onStored(stored);
    });
    setBusy(false);
  };
  return (
    <Form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {versionOf && <Text>{t('versions.explanation')}</Text>}
        <FilePart
          file={file}
          problem={fileProblem ?? problemOf(error, 'file')}
          onFile={setFile}
          onProblem={setFileProblem}
        />
        <TextInput
          label={t('column.title')}
          description={versionOf ? t('versions.titleHint', { title: versionOf.title }) : t('upload.titleHint')}
          maxLength={200}
          value={values.title}
          error={problemOf(error, 'title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Textarea
          label={t('upload.description')}
          maxLength={5_000}
          autosize
          minRows={2}
          maxRows={8}
          value={values.description}
          error={problemOf(error, 'description')}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        {!versionOf && (
          <ControlPicker
            chosen={values.controlIds}
            onChange={(controlIds) => change({ controlIds })}
            problem={problemOf(error, 'controlId')}
          />
        )}
        <DayInput
          label={t('upload.expires')}
          description={t('upload.expiresHint')}
          w={200}
          value={values.expiresOn}
          error={problemOf(error, 'expiresAt')}
          onChange={(expiresOn) => change({ expiresOn })}
        />
        <Refusal error={error} fields={FIELDS} />
        {percent !== null && <Sending percent={percent} />}
        <FormFooter>
          <Button variant="default" onClick={percent === null ? onCancel : cancel}>
            {percent === null ? t('common:action.cancel') : t('upload.stop')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('upload.submit')}
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  );
}

/** Progress of an upload; at 100 % the service is still storing the file. */
function Sending({ percent }: { percent: number }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  return (
    <div>
      <Text size="xs" aria-hidden="true">
        {percent < 100 ? t('upload.sent', { percent: format.wholePercent(percent) }) : t('upload.storing')}
      </Text>
      <Progress value={percent} mt={4} size="sm" aria-label={t('upload.sending')} transitionDuration={0} />
    </div>
  );
}

interface FilePartProps {
  file: File | null;
  problem: string | undefined;
  onFile: (file: File) => void;
  onProblem: (problem: string | null) => void;
}

function FilePart({ file, problem, onFile, onProblem }: FilePartProps) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  return (
    <Stack gap="xs">
      <FileDrop
        label={file ? `${file.name} · ${format.bytes(file.size)}` : t('upload.drop')}
        hint={file ? t('upload.another') : t('upload.dropHint')}
        sizeMax={SIZE_MAX}
        isWrong={problem !== undefined}
        onFile={(next) => {
          onProblem(null);
          onFile(next);
        }}
        onTooLarge={({ name }) => onProblem(t('upload.tooLarge', { name }))}
      />
      {problem !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
