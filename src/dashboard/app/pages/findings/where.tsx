import { Text } from '@mantine/core';
import { shortAccount } from '../../parts/account.rules';
import { TextLink } from '../../parts/text-link';
import type { ListedFindingFragment } from './findings.gql';

interface WhereProps {
  finding: Pick<ListedFindingFragment, 'resource' | 'resourceId' | 'integration'>;
  ofSeveral: boolean;
  /** Whether it is one line of small print. @default two lines */
  isSmall?: boolean;
}

/** The resource by its name, and where it is; its whole id under the pointer. */
export function Where({ finding, ofSeveral, isSmall = false }: WhereProps) {
  const { resource, resourceId, integration } = finding;
  const name = resource?.name ?? resourceId ?? integration.name;
  const place = [ofSeveral || resource === null ? integration.name : null, resource?.region, resource?.account]
    .filter((each) => each != null && each !== name)
    .map((each) => shortAccount(String(each)))
    .join(' · ');
  const size = isSmall ? 'xs' : 'sm';
  const shown =
    resource === null ? (
      <Text span={isSmall} size={size} title={resourceId ?? undefined}>
        {name}
      </Text>
    ) : (
      <TextLink
        to="/resources/$resourceId"
        params={{ resourceId: resource.id }}
        size={size}
        title={resourceId ?? undefined}
      >
        {name}
      </TextLink>
    );
  if (!isSmall) {
    return (
      <div className="one-line">
        {shown}
        <Text size="xs" c="dimmed">
          {place}
        </Text>
      </div>
    );
  }
  return (
    <Text component="div" size="xs" c="dimmed">
      {shown}
      {place !== '' && ` · ${place}`}
    </Text>
  );
}
