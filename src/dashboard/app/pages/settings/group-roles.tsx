import '../../parts/setting-rows.css';
import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Refusal } from '../../parts/refusal';
import { ROLES } from '../../parts/roles';
import { GroupRolesDocument, SetGroupRolesDocument, type GroupRolesQuery, type Role } from './settings.gql';
import { Unsaved } from './unsaved';

type Table = Pick<GroupRolesQuery['groupRoles'], 'defaultRole' | 'groups'>;

/** The roles that groups of identity providers stand for: edited as a whole, and taken back. */
export function GroupRoles() {
  const { t } = useTranslation('settings');
  const result = useQuery(GroupRolesDocument);
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('groups.explanation')}</Text>
      <Answered result={result}>{({ groupRoles }) => <Editor stored={groupRoles} />}</Answered>
    </Stack>
  );
}

function Editor({ stored }: { stored: Table }) {
  const { t } = useTranslation(['settings', 'common']);
  const may = useMay();
  const [edited, setEdited] = useState<Table | null>(null);
  /** What was stored before the last change, to return to. */
  const [former, setFormer] = useState<Table | null>(null);
  const [set, { loading, error, reset }] = useMutation(SetGroupRolesDocument, { refetchQueries: [GroupRolesDocument] });
  const mayEdit = may('setGroupRoles');
  const { defaultRole, groups } = edited ?? stored;
  const hasChanged = edited !== null && !isSame(edited, stored);

  async function store(wanted: Table, message: string) {
    const input = {
      defaultRole: wanted.defaultRole,
      groups: wanted.groups.map(({ group, role }) => ({ group: group.trim(), role })),
    };
    try {
      await set({ variables: { input } });
    } catch {
      // It stands below the table.
      return;
    }
    setFormer(wanted === former ? null : stored);
    setEdited(null);
    notifications.show({ message });
  }
  function takeBack() {
    setEdited(null);
    reset();
  }
  const change = (index: number, values: Partial<Table['groups'][number]>) =>
    setEdited({ defaultRole, groups: groups.map((each, no) => (no === index ? { ...each, ...values } : each)) });

  return (
    <Stack gap="md">
      <div className="setting-fields">
        <RoleSelect
          label={t('groups.default')}
          role={defaultRole}
          isDisabled={!mayEdit}
          onChange={(role) => setEdited({ defaultRole: role, groups })}
        />
      </div>
      {groups.length === 0 && <Text c="dimmed">{t('groups.none')}</Text>}
      {groups.map(({ group, role }, index) => (
        <Group key={index} gap="sm" align="end">
          <TextInput
            label={t('groups.group', { number: index + 1 })}
            value={group}
            maxLength={200}
            readOnly={!mayEdit}
            onChange={({ currentTarget: { value } }) => change(index, { group: value })}
          />
          <RoleSelect
            label={t('groups.role', { number: index + 1 })}
            role={role}
            isDisabled={!mayEdit}
            onChange={(next) => change(index, { role: next })}
          />
          {mayEdit && (
            <Button
              variant="default"
              aria-label={t('groups.removeOf', { group })}
              onClick={() => setEdited({ defaultRole, groups: groups.filter((_, no) => no !== index) })}
            >
              {t('groups.remove')}
            </Button>
          )}
        </Group>
      ))}
      <Refusal error={error} />
      {mayEdit && (
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => setEdited({ defaultRole, groups: [...groups, { group: '', role: 'member' }] })}
          >
            {t('groups.add')}
          </Button>
          {!hasChanged && former !== null && (
            <Button variant="default" onClick={() => void store(former, t('groups.undone'))}>
              {t('groups.undo')}
            </Button>
          )}
        </Group>
      )}
      <Unsaved
        hasChanged={hasChanged}
        isSaving={loading}
        save={t('groups.save')}
        onSave={() => void store({ defaultRole, groups }, t('groups.saved'))}
        onDiscard={takeBack}
      />
    </Stack>
  );
}

/** Whether both give the same roles, in the same order. */
function isSame(a: Table, b: Table): boolean {
  const textOf = ({ defaultRole, groups }: Table) =>
    JSON.stringify([defaultRole, groups.map(({ group, role }) => [group, role])]);
  return textOf(a) === textOf(b);
}

interface RoleSelectProps {
  label: string;
  role: Role;
  isDisabled: boolean;
  onChange: (role: Role) => void;
}

function RoleSelect({ label, role, isDisabled, onChange }: RoleSelectProps) {
  const { t } = useTranslation('common');
  return (
    <NativeSelect
      label={label}
      value={role}
      disabled={isDisabled}
      data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      onChange={({ currentTarget: { value } }) => onChange(ROLES.find((each) => each === value) ?? role)}
    />
  );
}
