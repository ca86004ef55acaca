import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { Dialog } from '../../parts/dialog';
import { notifyWithUndo } from '../../parts/notify-with-undo';
import { FormDialog } from '../../parts/form-dialog';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { ControlPicker } from '../../parts/upload/control-picker';
import { useClosingDropdown } from '../../parts/upload/use-closing-dropdown';
import {
  LinkEvidenceDocument,
  UniversalChoicesDocument,
  UnlinkEvidenceDocument,
  type EvidenceListQuery,
  type LinkEvidenceMutation,
} from './evidence.gql';

type Evidence = Pick<EvidenceListQuery['evidenceList']['nodes'][number], 'id' | 'title' | 'type'>;
type Linked = LinkEvidenceMutation['linkEvidence']['evidence']['universalControls'];

const LINKS_MAX = 100;

interface UseAsDialogProps {
  evidence: Evidence;
  onClose: () => void;
}

/** Dialog that records for what an artifact is evidence, and then leads to the assessments that may rest on it. */
export function UseAsDialog({ evidence, onClose }: UseAsDialogProps) {
  const { t } = useTranslation('evidence');
  const may = useMay();
  const { id, title, type } = evidence;
  const [link, { loading }] = useMutation(LinkEvidenceDocument, { refetchQueries: 'active' });
  const [unlink] = useMutation(UnlinkEvidenceDocument, { refetchQueries: 'active' });
  const { error, attempt } = useAttempts();
  const [universalControlIds, setUniversalControlIds] = useState<readonly string[]>([]);
  const [controlIds, setControlIds] = useState<readonly string[]>([]);
  const [linked, setLinked] = useState<Linked | null>(null);
  const input = { universalControlIds: [...universalControlIds], controlIds: [...controlIds] };
  const count = universalControlIds.length + controlIds.length;
  const submit = async () => {
    let found: Linked = [];
    const isDone = await attempt(async () => {
      const { data } = await link({ variables: { evidenceId: id, input } });
      found = data?.linkEvidence.evidence.universalControls ?? [];
    });
    if (!isDone) return;
    const undo = () => unlink({ variables: { evidenceId: id, input } });
    notifyWithUndo(`use ${id}`, t('use.done', { title, count }), undo, t('use.undone', { title }));
    const chosen = found.filter((each) => universalControlIds.includes(each.id));
    if (chosen.length === 0 || !may('createAssessment')) onClose();
    else setLinked(chosen);
  };
  if (linked) return <Next evidence={evidence} linked={linked} onClose={onClose} />;
  return (
    <FormDialog
      title={t('use.title')}
      action={t('use.submit')}
      isBusy={loading}
      error={error}
      fields={count === 0 ? ['universalControlIds'] : []}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text>{t('use.explanation', { title })}</Text>
      <UniversalPicker
        chosen={universalControlIds}
        onChange={setUniversalControlIds}
        problem={error !== undefined && count === 0 ? t('use.nothing') : undefined}
      />
      {type === 'manual' && (
        <ControlPicker
          chosen={controlIds}
          onChange={setControlIds}
          problem={undefined}
          description={t('use.controlsHint')}
        />
      )}
    </FormDialog>
  );
}

interface UniversalPickerProps {
  /** UUIDs. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  problem: string | undefined;
}

/** Input for several universal controls, found by code, title or keyword. */
function UniversalPicker({ chosen, onChange, problem }: UniversalPickerProps) {
  const { t } = useTranslation('evidence');
  const dropdown = useClosingDropdown();
  const { data } = useQuery(UniversalChoicesDocument);
  const all = data?.universalControls ?? [];
  const keywords = new Map(all.map((each) => [each.id, each.keywords.join(' ')]));
  const domains = [...new Set(all.map(({ domain }) => domain.name))];
  const options = domains.map((group) => ({
    group,
    items: all
      .filter(({ domain }) => domain.name === group)
      .map(({ id, code, title }) => ({ value: id, label: `${code} ${title}` })),
  }));
  const isFound = (item: { value: string; label: string }, typed: string) =>
    `${item.label} ${keywords.get(item.value) ?? ''}`.toLowerCase().includes(typed);
  return (
    <MultiSelect
      label={t('use.universal')}
      description={t('use.universalHint')}
      placeholder={t('use.search')}
      error={problem}
      searchable
      hidePickedOptions
      {...dropdown}
      maxValues={LINKS_MAX}
      value={[...chosen]}
      onChange={onChange}
      data={options}
      filter={({ options: groups, search }) =>
        groups.flatMap((each) => {
          if (!('items' in each)) return [];
          const items = each.items.filter((item) => isFound(item, search.trim().toLowerCase()));
          return items.length === 0 ? [] : [{ ...each, items }];
        })
      }
      nothingFoundMessage={t('use.noneFound')}
    />
  );
}

/** What is left to do: each universal control with the way to the assessment that names the artifact. */
function Next({ evidence: { id, title }, linked, onClose }: UseAsDialogProps & { linked: Linked }) {
  const { t } = useTranslation(['evidence', 'common']);
  return (
    <Dialog opened onClose={onClose} title={t('use.title')}>
      <Stack gap="md">
        <Text role="status">{t('use.next', { title })}</Text>
        <Stack component="ul" gap="sm" m={0} pl="lg">
          {linked.map(({ id: universalControlId, code, title: name, assessment }) => (
            <li key={universalControlId}>
              <Group gap="xs">
                <span>
                  {code} {name}
                </span>
                <Status status={assessment?.status ?? 'not_assessed'} />
              </Group>
              <TextLink
                to="/mapping/universal/$universalControlId"
                params={{ universalControlId }}
                search={{ attach: id }}
                lh="24px"
              >
                {t(assessment ? 'use.add' : 'use.assess')}
              </TextLink>
            </li>
          ))}
        </Stack>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('use.later')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
