import './control.css';
import { useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Ago } from '../../parts/ago';
import { Answered, Empty } from '../../parts/answered';
import { choiceColumn } from '../../parts/choice-column';
import { ControlLink } from '../../parts/control-link';
import { DataTable, type Column } from '../../parts/data-table';
import { DRAWN_AT_ONCE, DrawMore } from '../../parts/draw-more';
import { SelectionBar } from '../../parts/selection-bar';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { Assign } from '../../parts/work-items/assign';
import { AssignManyDialog } from '../../parts/work-items/assign-many';
import { causesByControl, worstFirst } from './causes.rules';
import { FailedControlsDocument, type FailedControlsQuery } from './frameworks.gql';

type Failed = FailedControlsQuery['controls'][number];
type Cause = FailedControlsQuery['remediationQueue'][number];

/** Causes of a control that are named; its page has all. */
const NAMED_MAX = 2;

/** The failed controls of all frameworks as work to give away: why each fails, as far as the queue of fixes says, and who sees to it. */
export function FailedList() {
  const result = useQuery(FailedControlsDocument);
  return <Answered result={result}>{(data) => <List data={data} />}</Answered>;
}

function List({ data: { controls: all, remediationQueue } }: { data: FailedControlsQuery }) {
  const { t } = useTranslation(['controls', 'common']);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const causes = causesByControl(remediationQueue);
  const controls = worstFirst(all, causes);
  // What has passed meanwhile is not chosen any more.
  const chosen = controls.filter(({ id }) => picked.includes(id)).map(({ id }) => id);
  const columns = useColumns(causes);
  const choice = choiceColumn({
    rows: controls,
    chosen,
    onChoose: setPicked,
    all: t('failed.chooseAll'),
    nameOf: ({ controlId, framework }) => t('failed.choose', { control: controlId, framework: framework.name }),
  });
  const may = useMay();
  if (controls.length === 0) return <Empty>{t('standing.none')}</Empty>;
  return (
    <Stack gap="md" miw={0}>
      <Text size="sm" c="dimmed">
        <TextLink to="/remediation" inherit>
          {t('failed.byCause')}
        </TextLink>
      </Text>
      <div className="failed-list sticky-head">
        <DataTable
          label={t('controls.label')}
          rows={controls.slice(0, drawn)}
          rowKey={({ id }) => id}
          columns={may('createWorkItem') ? [choice, ...columns] : columns}
        />
      </div>
      <DrawMore drawn={drawn} total={controls.length} onMore={setDrawn} />
      <Chosen controls={controls.filter(({ id }) => chosen.includes(id))} onClear={() => setPicked([])} />
    </Stack>
  );
}

function useColumns(causes: ReadonlyMap<string, readonly Cause[]>): Column<Failed>[] {
  const { t } = useTranslation('controls');
  return [
    {
      key: 'control_id',
      header: t('failed.control'),
      cell: (control) => (
        <>
          <ControlLink control={control} framework={control.framework.slug} isWhole fw={500} />
          <Text size="xs" c="dimmed">
            {control.framework.name}
          </Text>
        </>
      ),
    },
    {
      key: 'severity',
      header: t('failed.severity'),
      cell: ({ id }) => {
        const [worst] = causes.get(id) ?? [];
        return worst && <Severity severity={worst.severity} />;
      },
    },
    { key: 'why', header: t('failed.why'), cell: ({ id }) => <Causes causes={causes.get(id) ?? []} /> },
    {
      key: 'decided',
      header: t('controls.decided'),
      cell: ({ decidedBy }) => decidedBy?.at && <Ago at={decidedBy.at} />,
    },
    { key: 'owner', header: t('controls.owner'), cell: (control) => <Owner control={control} /> },
  ];
}

function Causes({ causes }: { causes: readonly Cause[] }) {
  const { t } = useTranslation('controls');
  if (causes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('failed.unknown')}
      </Text>
    );
  }
  return (
    <Stack gap={0} align="flex-start" className="control-causes">
      {causes.slice(0, NAMED_MAX).map(({ id, source, fault }) =>
        source === 'check' ? (
          <TextLink key={id} to="/findings" search={{ checkId: id }} size="sm">
            {fault}
          </TextLink>
        ) : (
          <TextLink key={id} to="/mapping/universal/$universalControlId" params={{ universalControlId: id }} size="sm">
            {t('failed.judged', { title: fault })}
          </TextLink>
        ),
      )}
      {causes.length > NAMED_MAX && (
        <Text size="xs" c="dimmed">
          {t('failed.more', { count: causes.length - NAMED_MAX })}
        </Text>
      )}
    </Stack>
  );
}

function Owner({ control: { id, controlId, title, assignees } }: { control: Failed }) {
  if (assignees.length > 0) return assignees.map(({ name }) => name).join(', ');
  return <Assign subject={{ controlId: id }} title={`${controlId} ${title}`} size="compact-sm" />;
}

/** What can be done with the chosen controls: give them to somebody, a work item each. */
function Chosen({ controls, onClear }: { controls: readonly Failed[]; onClear: () => void }) {
  const { t } = useTranslation(['controls', 'work', 'findings']);
  const [isAssigning, setAssigning] = useState(false);
  const { length: count } = controls;
  return (
    <>
      <SelectionBar label={t('failed.label')} chosen={count === 0 ? '' : t('failed.chosen', { count })}>
        <Button onClick={() => setAssigning(true)}>{t('work:assign.action')}</Button>
        <Button variant="subtle" onClick={onClear}>
          {t('findings:bulk.clear')}
        </Button>
      </SelectionBar>
      {isAssigning && (
        <AssignManyDialog
          work={controls.map(({ id, controlId, title, assignees }) => ({
            subject: { controlId: id },
            title: `${controlId} ${title}`,
            isGiven: assignees.length > 0,
          }))}
          onDone={onClear}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}
