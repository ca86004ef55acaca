import './reason.css';
import { Text } from '@mantine/core';

interface ReasonProps {
  /** What somebody wrote. */
  text: string;
  /** Whether it says why something fails. @default false */
  isFailed?: boolean;
}

/** What somebody wrote with a judgement, in four lines at most. */
export function Reason({ text, isFailed = false }: ReasonProps) {
  return (
    <Text component="blockquote" className={isFailed ? 'reason reason-failed' : 'reason'} lineClamp={4} maw={760}>
      {text}
    </Text>
  );
}
