import { useMutation } from '@apollo/client/react';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { beginSignOn } from '../../session/sign-on';
import { notifyRefusal } from '../parts/notify-refusal';
import { useShell } from '../api/shell-data';
import type { MembershipsQuery } from './organization.gql';
import { SwitchOrganizationDocument } from './organization-menu.gql';

type Membership = MembershipsQuery['memberships'][number];

/** Menu of the organizations of an account, with the name of the current one as its button. */
export function OrganizationMenu({ memberships }: { memberships: readonly Membership[] }) {
  const { t } = useTranslation('common');
  const { organization } = useShell();
  return (
    <Menu position="bottom-start" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          miw={0}
          className="organization"
          aria-label={`${t('header.organization')}: ${organization.name}`}
        >
          <Text component="span" truncate miw={0}>
            {organization.name}
          </Text>
          <span aria-hidden="true">▾</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('header.organizations')}</Menu.Label>
        {memberships.map((membership) => (
          <Choice key={membership.tenantId} membership={membership} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ membership }: { membership: Membership }) {
  const { t } = useTranslation('common');
  const { me } = useShell();
  const [change] = useMutation(SwitchOrganizationDocument, { fetchPolicy: 'no-cache' });
  const { tenantId, organization, role, needsSingleSignOn, isCurrent } = membership;

  async function enter() {
    if (isCurrent) return;
    if (needsSingleSignOn) {
      const start = await beginSignOn(me.email);
      if (start.kind === 'redirect') window.location.assign(start.url);
      else
        notifications.show({ color: 'orange', message: start.kind === 'none' ? t('login.noSignOn') : start.message });
      return;
    }
    try {
      await change({ variables: { input: { tenantId } } });
      // From the start, by the cookie: nothing of the former organization stays in the page.
      window.location.assign('/posture');
    } catch (err) {
      notifyRefusal(err);
    }
  }

  const asked = needsSingleSignOn && !isCurrent ? ` · ${t('header.bySignOn')}` : '';
  return (
    <Menu.Item
      onClick={() => void enter()}
      aria-current={isCurrent || undefined}
      leftSection={<span style={{ display: 'inline-block', width: 12 }}>{isCurrent ? '✓' : ''}</span>}
    >
      {organization}
      <Text component="span" display="block" size="xs" c="dimmed">
        {t(`role.${role}`)}
        {asked}
      </Text>
    </Menu.Item>
  );
}
