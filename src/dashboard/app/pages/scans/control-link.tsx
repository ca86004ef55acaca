import { Text } from '@mantine/core';
import { TextLink } from '../../parts/text-link';

interface ControlLinkProps {
  control: { id: string; controlId: string; title: string; framework: { name: string; slug: string } };
}

/** Link to a control with its code, framework and title. */
export function ControlLink({ control: { id, controlId, title, framework } }: ControlLinkProps) {
  return (
    <div style={{ minWidth: 200 }}>
      <TextLink
        to="/controls/$framework/$controlId"
        params={{ framework: framework.slug, controlId: id }}
        style={{ whiteSpace: 'nowrap' }}
      >
        {framework.name} {controlId}
      </TextLink>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
    </div>
  );
}
