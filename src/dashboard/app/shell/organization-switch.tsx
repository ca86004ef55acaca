import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useShell } from '../api/shell-data';
import { MembershipsDocument } from './organization.gql';

/** Menu of several organizations, loaded for those who have them. */
const OrganizationMenu = lazy(async () => ({ default: (await import('./organization-menu')).OrganizationMenu }));

/** Name of the organization; for an account in several, the menu of all. */
export function OrganizationSwitch() {
  const { organization } = useShell();
  // An identity provider shows one; where it cannot be read there is nothing to choose.
  const { data } = useQuery(MembershipsDocument, { fetchPolicy: 'cache-first' });
  const memberships = data?.memberships ?? [];
  const name = (
    <Text truncate miw={0}>
      {organization.name}
    </Text>
  );
  if (memberships.length < 2) return name;
  return (
    <Suspense fallback={name}>
      <OrganizationMenu memberships={memberships} />
    </Suspense>
  );
}
