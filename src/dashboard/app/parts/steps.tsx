import './steps.css';
import { Text } from '@mantine/core';

interface StepsProps {
  steps: readonly { title: string; text: string }[];
}

/** The way that something goes, in one line: in place of an empty list. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className="steps">
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <Text size="sm" fw={500} component="span">
            {index + 1}. {title}
          </Text>
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        </li>
      ))}
    </ol>
  );
}
