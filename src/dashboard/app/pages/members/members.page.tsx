import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { MfaChoice } from '../../parts/mfa-requirement';
import { Page } from '../../parts/page';
import { useCreate } from '../../parts/use-create';
import { useMay } from '../../api/shell-data';
import { InviteDialog } from './invite-dialog';
import { MemberFilters } from './member-filters';
import { MemberTable } from './member-table';
import { isAlone, shownPeople } from './members.rules';
import { Unprotected, useIsUnprotected } from './unprotected';
import { MembersDocument, type MembersQuery } from './members.gql';

/** Members and invitations from which on they are filtered. */
const FILTERED_FROM = 10;

/** Page of members and invitations. */
export function MembersPage() {
  const { t } = useTranslation(['members', 'common']);
  const may = useMay();
  const search = useSearch({ from: '/frame/members' });
  // A short list is read at a glance; a filter of the address can be taken off.
  const [wasFiltered] = useState(search.q !== undefined || search.show !== undefined);
  const client = useApolloClient();
  const variables = { withInvitations: may('invitations') };
  const result = useQuery(MembersDocument, { variables });
  const [isInviting, { open, close }] = useCreate();
  // The service returns a link once; the page holds it as long as it is open.
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  // One's own role and rights may be what changed.
  const refresh = () => void client.refetchQueries({ include: 'active' });
  const keepLink = (invitationId: string, link: string | null) => {
    if (link !== null) setLinks((before) => new Map([...before, [invitationId, link]]));
    refresh();
  };
  const isUnprotected = useIsUnprotected(result.data);
  const invite = may('inviteMember') && <Button onClick={open}>{t('invite.open')}</Button>;
  return (
    <Page
      title={t('common:nav.members')}
      answer={result.data && <Answer data={result.data} isWarned={isUnprotected} />}
      asked={[{ document: MembersDocument, variables }]}
      actions={invite}
    >
      <Answered result={result}>
        {({ members, invitations, groupRoles }) => {
          const shown = shownPeople({ members, invitations: invitations ?? [] }, search);
          const isLong = members.length + (invitations?.length ?? 0) >= FILTERED_FROM;
          return (
            <Stack gap="md">
              {isUnprotected && <Unprotected />}
              {(isLong || wasFiltered) && <MemberFilters />}
              {shown.members.length + shown.invitations.length === 0 ? (
                <Empty>{t('filter.none')}</Empty>
              ) : (
                <MemberTable
                  {...shown}
                  everybody={members}
                  links={links}
                  isWarned={isUnprotected}
                  areRolesManaged={groupRoles.groups.length > 0}
                  onChanged={refresh}
                  onRenewed={keepLink}
                  onRevoked={refresh}
                />
              )}
            </Stack>
          );
        }}
      </Answered>
      {isInviting && may('inviteMember') && <InviteDialog onInvited={keepLink} onClose={close} />}
    </Page>
  );
}

/** Seats, administrators and invitations; how many log in with a password alone, and the button that ends that. @param props.isWarned whether that stands below */
function Answer({ data: { members, organization, invitations }, isWarned }: { data: MembersQuery; isWarned: boolean }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const pending = invitations?.filter(({ status }) => status === 'pending').length ?? 0;
  const requiredFrom = organization.settings.mfaRequiredFrom;
  const alone = members.filter(isAlone).length;
  const parts = [
    t('answer.seats', { used: organization.usage.users, count: organization.maxUsers }),
    t('answer.admins', { count: members.filter(({ role }) => role === 'admin').length }),
    ...(pending > 0 ? [t('answer.pending', { count: pending })] : []),
    ...(isWarned ? [] : [t('answer.alone', { count: alone })]),
  ];
  return (
    <Group gap="sm">
      <span>{parts.join(', ')}</span>
      {requiredFrom !== null && <span>{t('answer.required', { date: format.dateTime(requiredFrom) })}</span>}
      {requiredFrom === null && alone > 0 && !isWarned && <MfaChoice requiredFrom={null} isSmall />}
    </Group>
  );
}
