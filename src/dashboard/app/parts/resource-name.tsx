import { Code, Text } from '@mantine/core';
import { TextLink } from './text-link';

interface ResourceNameProps {
  /** Id of the resource, as its page takes it; null for the integration as a whole. */
  id: string | null;
  resourceId: string;
  name: string | null;
}

/** A resource by its name, with its id in the terms of the scanner below where that says more. */
export function ResourceName({ id, resourceId, name }: ResourceNameProps) {
  const shown = name ?? resourceId;
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: 140 }}>
      {id === null ? (
        <Text>{shown}</Text>
      ) : (
        <TextLink to="/resources/$resourceId" params={{ resourceId: id }} size="sm" fw={500}>
          {shown}
        </TextLink>
      )}
      {shown !== resourceId && (
        <Code className="resource-id" title={resourceId} fz="xs" bg="transparent" c="dimmed" p={0} display="block">
          {resourceId}
        </Code>
      )}
    </div>
  );
}
