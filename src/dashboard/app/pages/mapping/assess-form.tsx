import { skipToken, useQuery } from '@apollo/client/react';
import { Anchor, Button, Group, MultiSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ASSURANCE_GLYPHS } from '../../parts/band.rules';
import { DayInput } from '../../parts/day-input';
import { Form } from '../../parts/form';
import { FormFooter } from '../../parts/form-footer';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { useMay } from '../../api/shell-data';
import { PreviewedImpact } from './impact';
import { impactOf } from './impact.rules';
import type { Attachable, Beginning } from './beginning.rules';
import { ASSESSMENTS } from './mapping-search';
import { StandingJudgement, type Standing } from './standing-judgement';
import {
  AssessmentPreviewDocument,
  EvidenceChoicesDocument,
  type AssessmentPreviewQuery,
  type AssessmentStatus,
} from './universal-control.gql';

/** Judgements that can be given; the one in force can be withdrawn, too. */
const VERDICTS = ASSESSMENTS.filter((each) => each !== 'not_assessed');
const EVIDENCE_MAX = 50;
const DETAILS_LENGTH_MAX = 10_000;

interface Judgement {
  status: AssessmentStatus;
  details: string | null;
  evidenceIds: string[];
  /** RFC 3339; null for never. */
  expiresAt: string | null;
}

interface AssessFormProps {
  universalControlId: string;
  beginning: Beginning;
  /** The judgement in force; null where there is none. */
  standing: Standing | null;
  /** Error of the last attempt. */
  error: unknown;
  onConfirm: (judgement: Judgement) => Promise<void>;
  onCancel: () => void;
}

/** Form of an assessment with a preview of its effects. */
export function AssessForm({ universalControlId, beginning, standing, error, onConfirm, onCancel }: AssessFormProps) {
  const { t } = useTranslation(['mapping', 'common']);
  const may = useMay();
  const form = useForm<{ status: string; details: string; evidenceIds: string[]; lastDay: string }>({
    initialValues: {
      ...{ status: beginning.status, details: beginning.details, lastDay: beginning.lastDay },
      evidenceIds: beginning.artifacts.map(({ id }) => id),
    },
  });
  const details = useRef<HTMLTextAreaElement>(null);
  const status = ASSESSMENTS.find((each) => each === form.values.status);
  const isSupported = form.values.details.trim() !== '' || form.values.evidenceIds.length > 0;
  const isPreviewed = may('previewAssessment');
  const preview = useQuery(
    AssessmentPreviewDocument,
    // Never from the cache: the statuses that it previews may have changed.
    status && isPreviewed
      ? { variables: { input: { universalControlId, status, isSupported } }, fetchPolicy: 'network-only' }
      : skipToken,
  );
  const isAwaited = isPreviewed && preview.data === undefined && preview.error === undefined;
  return (
    <Form
      aria-label={t('assess.title')}
      onSubmit={form.onSubmit(async ({ details, evidenceIds, lastDay }) => {
        const expiresAt = lastDay === '' || status === 'not_assessed' ? null : `${lastDay}T23:59:59.000Z`;
        if (status)
          await onConfirm({ status, details: details.trim() === '' ? null : details, evidenceIds, expiresAt });
      })}
    >
      <Stack gap="lg" maw={880}>
        {standing && (
          <StandingJudgement
            standing={standing}
            isWithdrawn={status === 'not_assessed'}
            onWithdraw={(isWithdrawn) => form.setFieldValue('status', isWithdrawn ? 'not_assessed' : '')}
          />
        )}
        <Radio.Group label={t('assess.status')} {...form.getInputProps('status')}>
          <Group gap="lg" mt="xs">
            {VERDICTS.map((value, index) => (
              <Radio key={value} value={value} autoFocus={index === 0} label={t(`common:status.${value}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          ref={details}
          label={t('assess.details')}
          description={t('assess.detailsHint')}
          autosize
          minRows={2}
          maxLength={DETAILS_LENGTH_MAX}
          {...form.getInputProps('details')}
          error={problemOf(error, 'details')}
        />
        <EvidenceChoice
          attached={beginning.artifacts}
          value={form.values.evidenceIds}
          onChange={(ids) => form.setFieldValue('evidenceIds', ids)}
          error={problemOf(error, 'evidenceIds')}
        />
        {status !== 'not_assessed' && (
          <DayInput
            label={t('assess.lastDay')}
            description={t('assess.lastDayHint')}
            min={new Date().toISOString().slice(0, 10)}
            maw={260}
            value={form.values.lastDay}
            onChange={(day) => form.setFieldValue('lastDay', day)}
            error={problemOf(error, 'expiresAt')}
          />
        )}
        {status === 'compliant' && !isSupported && (
          <Unsupported preview={preview.data?.previewAssessment} onDetails={() => details.current?.focus()} />
        )}
        {isPreviewed && <Preview status={status} result={preview} />}
        <Refusal error={error} fields={['details', 'evidenceIds', 'expiresAt']} />
        <FormFooter>
          <Button variant="default" onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" disabled={status === undefined || isAwaited} loading={form.submitting}>
            {t('assess.confirm')}
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  );
}

type Reached = AssessmentPreviewQuery['previewAssessment']['propagatedControls'][number];

/** Whether a control passes of which nothing is proven. */
function isOnTrust({ newStatus, newAssurance }: Reached): boolean {
  return newStatus === 'passed' && newAssurance?.shown === 0;
}

interface UnsupportedProps {
  /** Undefined while it is awaited. */
  preview: AssessmentPreviewQuery['previewAssessment'] | undefined;
  /** Leads to the field of the details. */
  onDetails: () => void;
}

/** Says that the statuses rest on trust alone, and asks for what proves them; it is taken without. */
function Unsupported({ preview, onDetails }: UnsupportedProps) {
  const { t } = useTranslation('mapping');
  const { changed, reassured } = impactOf(preview?.propagatedControls ?? []);
  const count = [...changed, ...reassured].filter(isOnTrust).length;
  return (
    <Text role="note" fw={500}>
      <span aria-hidden="true">{ASSURANCE_GLYPHS.partial} </span>
      {t('assess.unsupported', { count })}{' '}
      <Anchor component="button" type="button" onClick={onDetails}>
        {t('assess.addDetails')}
      </Anchor>
    </Text>
  );
}

interface PreviewProps {
  status: AssessmentStatus | undefined;
  result: { data?: AssessmentPreviewQuery | undefined; error?: unknown; refetch: () => unknown };
}

function Preview({ status, result }: PreviewProps) {
  const { t } = useTranslation('mapping');
  return (
    <section aria-label={t('assess.preview')} className="mapping-box">
      {status ? (
        <Answered result={result}>
          {({ previewAssessment }) => <PreviewedImpact preview={previewAssessment} />}
        </Answered>
      ) : (
        <Text c="dimmed">{t('assess.choose')}</Text>
      )}
    </section>
  );
}

interface EvidenceChoiceProps {
  /** Artifacts that can be chosen whether or not they are among the newest. */
  attached: readonly Attachable[];
  value: string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

function EvidenceChoice({ attached, value, onChange, error }: EvidenceChoiceProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { data } = useQuery(EvidenceChoicesDocument);
  const { nodes: uploads = [], totalCount = 0 } = data?.uploads ?? {};
  const scanned = data?.scanned.nodes ?? [];
  const others = attached.filter(({ id }) => ![...uploads, ...scanned].some((each) => each.id === id));
  const labelOf = ({ title, version, versionsTotal, createdAt }: Attachable) => {
    const name = versionsTotal > 1 ? `${title}, ${t('linked.number', { version })}` : title;
    return `${name} (${format.date(createdAt)})`;
  };
  const groups = [
    { group: t('assess.attached'), artifacts: others },
    { group: t('assess.uploads'), artifacts: uploads.filter(({ withdrawal }) => withdrawal === null) },
    { group: t('assess.scanned'), artifacts: scanned },
  ];
  return (
    <MultiSelect
      label={t('assess.evidence')}
      description={
        totalCount > uploads.length
          ? t('assess.evidencePartial', { shown: uploads.length, count: totalCount })
          : t('assess.evidenceHint')
      }
      data={groups
        .filter(({ artifacts }) => artifacts.length > 0)
        .map(({ group, artifacts }) => ({
          group,
          items: artifacts.map((each) => ({ value: each.id, label: labelOf(each) })),
        }))}
      value={value}
      onChange={onChange}
      error={error}
      maxValues={EVIDENCE_MAX}
      searchable
      nothingFoundMessage={t('assess.evidenceNone')}
    />
  );
}
