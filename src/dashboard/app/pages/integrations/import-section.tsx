import { useApolloClient } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/context';
import { upload } from '../../api/rest';
import { useAttempts } from '../../parts/attempt';
import { FileDrop } from '../../parts/file-drop';
import { useFormat } from '../../parts/format';
import { Refusal } from '../../parts/refusal';
import { ImportedScan } from './imported-scan';
import { IntegrationsDocument } from './integrations.gql';
import { takeReport } from './report-handover';
import { Section } from './section';

/** Limit of the service for a report. Bytes. */
export const REPORT_BYTES_MAX = 2 ** 30;

/** Form that imports a scanner's report, which starts a scan. */
export function ImportSection({ integrationId }: { integrationId: string }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const client = useApolloClient();
  const { sessions } = useConnection();
  const { error, attempt } = useAttempts();
  const [sending, setSending] = useState<File | null>(null);
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const [done, setDone] = useState<{ scanId: string; fileName: string } | null>(null);
  const send = async (file: File) => {
    setSending(file);
    setTooLarge(null);
    setDone(null);
    await attempt(async () => {
      const form = new FormData();
      form.set('file', file);
      const scanId = scanIdOf(await upload(sessions, `/api/org/integrations/${integrationId}/import`, form));
      setDone({ scanId, fileName: file.name });
      await client.refetchQueries({ include: [IntegrationsDocument] });
    });
    setSending(null);
  };
  const sendLeft = useEffectEvent(() => {
    const left = takeReport(integrationId);
    if (left) void send(left);
  });
  // What was chosen before it was connected.
  useEffect(() => queueMicrotask(() => sendLeft()), []);
  return (
    <Section title={t('import.title')}>
      <FileDrop
        label={t('import.drop')}
        hint={t('import.hint')}
        sizeMax={REPORT_BYTES_MAX}
        isBusy={sending !== null}
        onFile={(file) => void send(file)}
        onTooLarge={setTooLarge}
      />
      <div role="status">
        {sending && <Text>{t('import.sending', { name: sending.name, size: format.bytes(sending.size) })}</Text>}
        {done && <ImportedScan key={done.scanId} {...done} />}
        {tooLarge && <Text c="var(--mantine-color-error)">{t('import.tooLarge', { name: tooLarge.name })}</Text>}
      </div>
      <Refusal error={error} />
    </Section>
  );
}

function scanIdOf(answer: unknown): string {
  const id: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'scan_job_id') : null;
  if (typeof id !== 'string') throw new Error('the service did not say which scan it made');
  return id;
}
