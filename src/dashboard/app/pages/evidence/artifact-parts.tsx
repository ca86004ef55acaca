import { useApolloClient } from '@apollo/client/react';
import { Button, Code, CopyButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notifyRefusal } from '../../parts/notify-refusal';
import { EvidenceDownloadDocument } from './evidence.gql';

/** Looks of a button in a table. */
const IN_TABLE = { variant: 'subtle', size: 'compact-sm' } as const;

interface HashProps {
  sha256: string;
  title: string;
  /** Whether all of it is shown. @default false, its first characters */
  isWhole?: boolean;
}

/** A hash, with a button to copy all of it. */
export function Hash({ sha256, title, isWhole = false }: HashProps) {
  const { t } = useTranslation(['evidence', 'common']);
  return (
    <Group gap="xs" wrap={isWhole ? 'wrap' : 'nowrap'}>
      <Code title={sha256} style={{ overflowWrap: 'anywhere' }}>
        {isWhole ? sha256 : sha256.slice(0, 10)}
      </Code>
      <CopyButton value={sha256}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-sm" onClick={copy} aria-label={t('copyHash', { title })}>
            {copied ? t('common:action.copied') : t('common:action.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** Downloads the file of an artifact. */
export function useDownload(id: string) {
  const client = useApolloClient();
  return async () => {
    try {
      const { data } = await client.query({
        query: EvidenceDownloadDocument,
        variables: { id },
        fetchPolicy: 'network-only',
      });
      // It is always served as a file to keep: the page stays.
      const url = data?.evidence.downloadUrl;
      if (url) window.location.assign(url);
    } catch (err) {
      notifyRefusal(err);
    }
  };
}

interface DownloadProps {
  evidence: { id: string; title: string };
  /** Whether it stands beside the title of a page. @default false, in a table */
  isLarge?: boolean;
}

/** Button that downloads the file of an artifact. */
export function Download({ evidence: { id, title }, isLarge = false }: DownloadProps) {
  const { t } = useTranslation('evidence');
  const download = useDownload(id);
  return (
    <Button
      {...(isLarge ? { variant: 'default' } : IN_TABLE)}
      onClick={() => void download()}
      aria-label={t('downloadOf', { title })}
    >
      {t('download')}
    </Button>
  );
}
