import { useTranslation } from 'react-i18next';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { useMay } from '../../api/shell-data';
import { ProfileForm, type ProfilePart } from './profile-form';
import type { SettingsQuery } from './settings.gql';

interface ProfileProps {
  organization: SettingsQuery['organization'];
  part: ProfilePart;
}

/** A part of name and settings: a form for users who may change them, text for others. */
export function Profile({ organization, part }: ProfileProps) {
  const { t } = useTranslation('settings');
  const may = useMay();
  const { name, settings } = organization;
  if (may('updateOrganization')) return <ProfileForm saved={{ name, ...settings }} part={part} />;
  const rows =
    part === 'profile'
      ? [
          [t('profile.name'), name],
          [t('profile.timezone'), settings.timezone],
          [t('profile.retention'), t('profile.days', { count: settings.retentionDays })],
        ]
      : [
          [t('profile.hipaaPrivacy'), t(settings.hipaaPrivacy ? 'profile.inScope' : 'profile.outOfScope')],
          [t('profile.partialAssessments'), t(`profile.partial.${settings.partialAssessments}`)],
        ];
  return (
    <SettingRows>
      {rows.map(([label = '', value]) => (
        <SettingRow key={label} name={label} value={value} />
      ))}
    </SettingRows>
  );
}
