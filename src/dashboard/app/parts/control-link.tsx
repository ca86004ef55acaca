import { TextLink } from './text-link';

interface ControlLinkProps {
  control: { id: string; controlId: string; title: string };
  /** Slug of its framework. */
  framework: string;
  /** Whether the title belongs to the link. @default false: it stands behind it */
  isWhole?: boolean;
  /** Weight of the link. @default that of text */
  fw?: number;
}

/** Link to a control with its code and title. */
export function ControlLink({ control: { id, controlId, title }, framework, isWhole = false, fw }: ControlLinkProps) {
  return (
    <>
      <TextLink
        to="/controls/$framework/$controlId"
        params={{ framework, controlId: id }}
        size="sm"
        {...(fw === undefined ? {} : { fw })}
        {...(isWhole ? {} : { style: { whiteSpace: 'nowrap' as const } })}
      >
        {isWhole ? `${controlId} ${title}` : controlId}
      </TextLink>
      {!isWhole && ` ${title}`}
    </>
  );
}
