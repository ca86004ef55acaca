import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { CopyAs, CopyItems, type Asked } from '../../parts/copy-as';
import { Dots } from '../../parts/dots';
import { useDownload } from './artifact-parts';
import type { EvidenceListQuery } from './evidence.gql';
import { UploadDialog } from './upload-dialog';
import { UseAsDialog } from './use-as-dialog';
import { WithdrawDialog } from './withdrawal';

type Evidence = EvidenceListQuery['evidenceList']['nodes'][number];
type Action = 'download' | 'use' | 'version' | 'withdraw' | 'hash';

interface ArtifactMenuProps {
  evidence: Pick<Evidence, 'id' | 'title' | 'type' | 'sha256' | 'withdrawal' | 'currentId'>;
  /** Operations of an artifact's page, which the menu beside its title offers to copy. @default the menu of a row in a table */
  asked?: readonly Asked[];
}

/** What the user may do with an artifact: use it as evidence, upload a new version, withdraw it. */
export function ArtifactMenu({ evidence, asked }: ArtifactMenuProps) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const [action, setAction] = useState<Action | null>(null);
  const { id, title, type, sha256, withdrawal, currentId } = evidence;
  const download = useDownload(id);
  const isLarge = asked !== undefined;
  const isUpload = type === 'manual';
  const actions: Action[] = [
    // On the page of an upload it stands beside the menu.
    ...(!(isLarge && isUpload) && !withdrawal ? ['download' as const] : []),
    ...(!withdrawal && may('linkEvidence') ? ['use' as const] : []),
    ...(isUpload && id === currentId && may('uploadEvidence') ? ['version' as const] : []),
    ...(isUpload && !withdrawal && may('withdrawEvidence') ? ['withdraw' as const] : []),
    ...(isLarge ? [] : ['hash' as const]),
  ];
  const close = () => setAction(null);
  const choose = (each: Action) => {
    if (each === 'download') void download();
    else if (each !== 'hash') setAction(each);
    else void navigator.clipboard.writeText(sha256).then(() => notifications.show({ message: t('hashCopied') }));
  };
  if (actions.length === 0) return asked ? <CopyAs asked={asked} /> : null;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            variant={isLarge ? 'default' : 'subtle'}
            color="gray"
            size={isLarge ? 36 : 28}
            aria-label={t('menu.of', { title })}
          >
            <Dots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((each) => (
            <Menu.Item key={each} onClick={() => choose(each)}>
              {each === 'download' ? t('download') : t(`menu.${each}`)}
            </Menu.Item>
          ))}
          {asked && (
            <>
              <Menu.Divider />
              <CopyItems asked={asked} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {action === 'use' && <UseAsDialog evidence={evidence} onClose={close} />}
      <UploadDialog opened={action === 'version'} onClose={close} versionOf={{ id, title }} />
      {action === 'withdraw' && <WithdrawDialog evidence={evidence} onClose={close} />}
    </>
  );
}
