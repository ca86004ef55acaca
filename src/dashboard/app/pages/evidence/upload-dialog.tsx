import { useApolloClient } from '@apollo/client/react';
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Dialog } from '../../parts/dialog';
import { StateWord } from '../../parts/state-word';
import { UploadForm } from '../../parts/upload/upload-form';
import { UseAsDialog } from './use-as-dialog';
import type { Before, Stored } from '../../parts/upload/upload-file';

interface UploadDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The artifact whose document gets a new version. @default none: a document of its own */
  versionOf?: Before;
  /** Controls that the form begins with. @default none */
  controlIds?: readonly string[] | undefined;
}

/** Dialog that uploads a file as evidence, or as a new version of some, and then shows the stored artifact. */
export function UploadDialog({ opened, onClose, versionOf, controlIds }: UploadDialogProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const [stored, setStored] = useState<Stored | null>(null);
  const [isLinking, setLinking] = useState(false);
  const client = useApolloClient();
  const leave = () => {
    setStored(null);
    setLinking(false);
    onClose();
    if (stored && versionOf) void client.refetchQueries({ include: 'active' });
  };
  if (stored && isLinking) return <UseAsDialog evidence={{ ...stored, type: 'manual' }} onClose={leave} />;
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title={versionOf ? t('versions.upload', { title: versionOf.title }) : t('upload.title')}
      size="lg"
      styles={{ title: { fontWeight: 700, fontSize: 16 } }}
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={false}
    >
      {stored ? (
        <Done
          stored={stored}
          onAgain={versionOf ? null : () => setStored(null)}
          onLink={() => setLinking(true)}
          onClose={leave}
        />
      ) : (
        <UploadForm
          onStored={setStored}
          onCancel={leave}
          controlIds={controlIds}
          {...(versionOf ? { versionOf } : {})}
        />
      )}
    </Dialog>
  );
}

interface DoneProps {
  stored: Stored;
  /** Null where there is nothing more to upload. */
  onAgain: (() => void) | null;
  onLink: () => void;
  onClose: () => void;
}

function Done({ stored, onAgain, onLink, onClose }: DoneProps) {
  const { t } = useTranslation(['evidence', 'common']);
  const may = useMay();
  const { title, sha256, ownSha256, isUsed } = stored;
  const isLinkable = !isUsed && may('linkEvidence');
  return (
    <Stack gap="md">
      <div role="status">
        <Text fw={500}>
          <span aria-hidden="true">✓</span> {t('upload.done', { title })}
        </Text>
        <Text mt="sm">SHA-256</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {sha256}
        </Code>
        {ownSha256 !== null && (
          <Text mt="sm" {...(ownSha256 === sha256 ? { c: 'dimmed' } : { c: 'var(--mantine-color-error)' })}>
            {ownSha256 === sha256 ? t('upload.same') : t('upload.different', { hash: ownSha256 })}
          </Text>
        )}
      </div>
      {!isUsed && <StateWord tone="warning" word={t('upload.unused')} />}
      <Group gap="sm" justify="flex-end">
        <CopyButton value={sha256}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('common:action.copied') : t('upload.copyHash')}
            </Button>
          )}
        </CopyButton>
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            {t('upload.again')}
          </Button>
        )}
        <Button variant={isLinkable ? 'default' : 'filled'} onClick={onClose} autoFocus={!isLinkable}>
          {t('common:action.close')}
        </Button>
        {isLinkable && (
          <Button onClick={onLink} autoFocus>
            {t('link')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
