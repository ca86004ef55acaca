import { useQuery } from '@apollo/client/react';
import { Button, MultiSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Waiting } from '../../parts/answered';
import { Dialog } from '../../parts/dialog';
import { useFormat } from '../../parts/format';
import type { Stored } from '../../parts/upload/upload-file';
import { EvidenceForAnswerDocument } from './auditor-links.gql';
import { groupsOf } from './evidence-choice.rules';

// Loaded by who uploads: most answers name what is stored.
const UploadForm = lazy(async () => ({ default: (await import('../../parts/upload/upload-form')).UploadForm }));

/** Artifacts that an answer names. Source: schema/contract/auditor-link.md. */
const EVIDENCE_MAX = 20;

interface EvidenceChoiceProps {
  /** Of the control that was asked about; null for the framework as a whole. */
  controlId: string | null;
  /** UUIDs. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** Choice of stored evidence for an answer, first of what is evidence for the control, with an upload of what is not stored yet. */
export function EvidenceChoice({ controlId, value, onChange, error }: EvidenceChoiceProps) {
  const { t } = useTranslation('auditor-links');
  const may = useMay();
  const format = useFormat();
  const [isUploading, { open, close }] = useDisclosure();
  const [uploaded, setUploaded] = useState<readonly Stored[]>([]);
  const { data } = useQuery(EvidenceForAnswerDocument, { variables: { controlId, isOfControl: controlId !== null } });
  const add = (stored: Stored) => {
    setUploaded([...uploaded, stored]);
    onChange([...value, stored.id]);
    close();
  };
  const groups = groupsOf({
    uploaded,
    ofControl: data?.ofControl?.nodes ?? [],
    uploads: data?.uploads.nodes ?? [],
    scanned: data?.scanned.nodes ?? [],
  });
  return (
    <Stack gap="xs" align="flex-start">
      <MultiSelect
        w="100%"
        label={t('attach.label')}
        description={t('attach.hint')}
        placeholder={value.length === 0 ? t('attach.search') : ''}
        data={groups.map(({ group, artifacts }) => ({
          group: t(`attach.${group}`),
          items: artifacts.map(({ id, title, createdAt }) => ({
            value: id,
            label: createdAt === undefined ? title : `${title} (${format.date(createdAt)})`,
          })),
        }))}
        value={[...value]}
        onChange={onChange}
        error={error}
        maxValues={EVIDENCE_MAX}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('attach.none')}
      />
      {may('linkEvidence') && (
        <Button variant="default" size="compact-sm" onClick={open}>
          {t('attach.upload')}
        </Button>
      )}
      <Dialog
        opened={isUploading}
        onClose={close}
        title={t('attach.uploadTitle')}
        size="lg"
        closeOnClickOutside={false}
      >
        <Suspense fallback={<Waiting />}>
          <UploadForm onStored={add} onCancel={close} controlIds={controlId === null ? [] : [controlId]} />
        </Suspense>
      </Dialog>
    </Stack>
  );
}
