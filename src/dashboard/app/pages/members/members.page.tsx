import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { useMay } from '../../api/shell-data';
import { InviteDialog } from './invite-dialog';
import { MemberTable } from './member-table';
import { MembersDocument, type MembersQuery } from './members.gql';

/** Page of members and invitations. */
export function MembersPage() {
  const { t } = useTranslation(['members', 'common']);
  const may = useMay();
  const client = useApolloClient();
  const variables = { withInvitations: may('invitations') };
  const result = useQuery(MembersDocument, { variables });
  const [isInviting, setInviting] = useState(false);
  // The service returns a link once; the page holds it as long as it is open.
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  // One's own role and rights may be what changed.
  const refresh = () => void client.refetchQueries({ include: 'active' });
  const keepLink = (invitationId: string, link: string | null) => {
    if (link !== null) setLinks((before) => new Map([...before, [invitationId, link]]));
    refresh();
  };
  const invite = may('inviteMember') && <Button onClick={() => setInviting(true)}>{t('invite.open')}</Button>;
  return (
    <Page
      title={t('common:nav.members')}
      answer={result.data && <Answer data={result.data} />}
      asked={[{ document: MembersDocument, variables }]}
      actions={invite}
    >
      <Answered result={result}>
        {({ members, invitations, groupRoles }) => (
          <MemberTable
            members={members}
            invitations={invitations ?? []}
            links={links}
            areRolesManaged={groupRoles.groups.length > 0}
            onChanged={refresh}
            onRenewed={keepLink}
            onRevoked={refresh}
          />
        )}
      </Answered>
      {isInviting && <InviteDialog onInvited={keepLink} onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Answer({ data: { members, organization, invitations } }: { data: MembersQuery }) {
  const { t } = useTranslation('members');
  const pending = invitations?.filter(({ status }) => status === 'pending').length ?? 0;
  const parts = [
    t('answer.seats', { used: organization.usage.users, count: organization.maxUsers }),
    t('answer.admins', { count: members.filter(({ role }) => role === 'admin').length }),
    t('answer.alone', { count: members.filter((each) => !each.mfaEnabled && each.passkeyCount === 0).length }),
    ...(pending > 0 ? [t('answer.pending', { count: pending })] : []),
  ];
  return parts.join(', ');
}
