import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { notifyRefusal } from '../../parts/notify-refusal';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import type { ShownArtifact } from './artifact.page';
import { LinkEvidenceDocument, UnlinkEvidenceDocument } from './evidence.gql';

interface UnlinkProps {
  artifact: ShownArtifact;
  /** Of what it is no longer evidence. */
  name: string;
  input: { controlIds: string[] } | { universalControlIds: string[] };
}

/** Button that takes a link back; where the user may not, nothing. */
export function Unlink({ artifact: { id, withdrawal }, name, input }: UnlinkProps) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const [unlink, { loading }] = useMutation(UnlinkEvidenceDocument, { refetchQueries: 'active' });
  const [link] = useMutation(LinkEvidenceDocument, { refetchQueries: 'active' });
  if (!may('unlinkEvidence')) return '–';
  const remove = async () => {
    try {
      await unlink({ variables: { evidenceId: id, input } });
      const undo = () => link({ variables: { evidenceId: id, input } });
      if (withdrawal) return;
      notifyWithUndo(`unlink ${id} ${name}`, t('use.removed', { name }), undo, t('use.kept', { name }));
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={loading}
      aria-label={t('use.removeOf', { name })}
      onClick={() => void remove()}
    >
      {t('use.remove')}
    </Button>
  );
}
