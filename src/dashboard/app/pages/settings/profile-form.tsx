import '../../parts/setting-rows.css';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmationDialog } from '../../parts/confirmed-action';
import { Form } from '../../parts/form';
import { problemOf, Refusal } from '../../parts/refusal';
import { changeOf, PARTIAL_ASSESSMENTS, zonesWith, type ProfileValues } from './profile.rules';
import { UpdateOrganizationDocument } from './settings.gql';
import { Unsaved } from './unsaved';

const FIELDS = ['name', 'timezone', 'retentionDays', 'hipaaPrivacy', 'partialAssessments'];

/** Source: schema/contract/evidence.md, "Retention". */
const RETENTION_DAYS_MIN = 30;
/** A year, and a quarter for the fieldwork after it. Our choice. */
const YEARLY_AUDIT_DAYS = 456;

/** Fields of the organization by what they decide: its name and times, or how statuses come about. */
export type ProfilePart = 'profile' | 'scoring';

/** Form of a part of the profile. Unsaved input stays until it is saved or reset, whatever errors or updates arrive. */
export function ProfileForm({ saved, part }: { saved: ProfileValues; part: ProfilePart }) {
  const { t } = useTranslation('settings');
  const client = useApolloClient();
  const [edits, setEdits] = useState<Partial<ProfileValues>>({});
  const [isAsking, setAsking] = useState(false);
  const [update, { loading, error, reset }] = useMutation(UpdateOrganizationDocument);
  const values = { ...saved, ...edits };
  const change = changeOf(saved, edits);
  const edit = (changed: Partial<ProfileValues>) => setEdits((before) => ({ ...before, ...changed }));

  // What is no retention at all is refused, and deletes nothing.
  const isShorter = values.retentionDays < saved.retentionDays && values.retentionDays >= RETENTION_DAYS_MIN;

  async function save() {
    if (!change) return;
    try {
      await update({ variables: { input: change } });
    } catch {
      // The form shows it.
      return;
    }
    setEdits({});
    notifications.show({ message: t(`${part}.saved`) });
    // Times and scope show on every page.
    await client.refetchQueries({ include: 'active' });
  }
  function takeBack() {
    setEdits({});
    reset();
  }

  return (
    <Form
      aria-label={t(`${part}.title`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isShorter) setAsking(true);
        else void save();
      }}
    >
      <Stack gap="md">
        <Refusal error={error} fields={FIELDS} />
        <div className="setting-fields">
          {part === 'profile' ? (
            <ProfileFields {...{ values, error, edit }} />
          ) : (
            <ScoringFields {...{ values, error, edit }} />
          )}
        </div>
        <Unsaved hasChanged={change !== null} isSaving={loading} save={t(`${part}.save`)} onDiscard={takeBack} />
      </Stack>
      <ConfirmationDialog
        isOpen={isAsking}
        action={t('profile.shorten')}
        question={t('profile.shorterQuestion')}
        isDestructive
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        {t('profile.shorter', { count: values.retentionDays })}
      </ConfirmationDialog>
    </Form>
  );
}

interface FieldsProps {
  values: ProfileValues;
  /** Error of the last attempt. */
  error: unknown;
  edit: (changed: Partial<ProfileValues>) => void;
}

function ProfileFields({ values, error, edit }: FieldsProps) {
  const { t } = useTranslation('settings');
  const zones = useMemo(() => zonesWith(Intl.supportedValuesOf('timeZone'), values.timezone), [values.timezone]);
  return (
    <>
      <TextInput
        label={t('profile.name')}
        required
        maxLength={200}
        value={values.name}
        error={problemOf(error, 'name')}
        onChange={({ currentTarget: { value } }) => edit({ name: value })}
      />
      <NativeSelect
        label={t('profile.timezone')}
        description={t('profile.timezoneHint')}
        data={zones}
        value={values.timezone}
        error={problemOf(error, 'timezone')}
        onChange={({ currentTarget: { value } }) => edit({ timezone: value })}
      />
      <NumberInput
        label={t('profile.retention')}
        description={
          values.retentionDays < YEARLY_AUDIT_DAYS ? (
            <>
              {t('profile.retentionHint')}{' '}
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                {t('profile.retentionShort', { count: YEARLY_AUDIT_DAYS })}
              </Text>
            </>
          ) : (
            t('profile.retentionHint')
          )
        }
        required
        allowDecimal={false}
        allowNegative={false}
        maxLength={6}
        hideControls
        value={values.retentionDays}
        error={problemOf(error, 'retentionDays')}
        onChange={(value) => edit({ retentionDays: Number(value) })}
      />
    </>
  );
}

function ScoringFields({ values, error, edit }: FieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Switch
        labelPosition="left"
        label={t('profile.hipaaPrivacy')}
        description={t('profile.hipaaPrivacyHint')}
        checked={values.hipaaPrivacy}
        error={problemOf(error, 'hipaaPrivacy')}
        onChange={({ currentTarget: { checked } }) => edit({ hipaaPrivacy: checked })}
      />
      <NativeSelect
        // Its choices are sentences.
        wrapperProps={{ 'data-stacked': true }}
        label={t('profile.partialAssessments')}
        description={t('profile.partialAssessmentsHint')}
        data={PARTIAL_ASSESSMENTS.map((value) => ({ value, label: t(`profile.partial.${value}`) }))}
        value={values.partialAssessments}
        error={problemOf(error, 'partialAssessments')}
        onChange={({ currentTarget: { value } }) =>
          edit({ partialAssessments: value === 'contribute' ? 'contribute' : 'pass' })
        }
      />
    </>
  );
}
