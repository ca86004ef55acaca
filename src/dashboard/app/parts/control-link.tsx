import { TextLink } from './text-link';

interface ControlLinkProps {
  control: { id: string; controlId: string; title: string };
  /** Slug of its framework. */
  framework: string;
}

/** Link to a control with its code and title. */
export function ControlLink({ control: { id, controlId, title }, framework }: ControlLinkProps) {
  return (
    <>
      <TextLink
        to="/controls/$framework/$controlId"
        params={{ framework, controlId: id }}
        style={{ whiteSpace: 'nowrap' }}
      >
        {controlId}
      </TextLink>{' '}
      {title}
    </>
  );
}
