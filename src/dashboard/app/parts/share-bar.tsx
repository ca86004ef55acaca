import { Box } from '@mantine/core';

interface ShareBarProps {
  counts: Readonly<Record<Share, number>>;
  /** The same in words. */
  label: string;
}

/** What a part of a bar is: a passed control is shown in full or in part, anything else failed or is not looked at. */
type Share = keyof typeof SHARE_STYLES;

/** In the order in which they stand. Distinguished without colour too: what is passed in part is hatched, and the rest is light. */
const SHARE_STYLES = {
  full: { background: 'var(--passed)' },
  partial: { background: 'repeating-linear-gradient(135deg, var(--passed) 0 2px, transparent 2px 5px)' },
  failed: { background: 'var(--failed)' },
  rest: { background: 'var(--line)' },
} as const;

const SHARES = Object.keys(SHARE_STYLES) as Share[];

/** Parts of a whole, as wide as they are. */
export function ShareBar({ counts, label }: ShareBarProps) {
  return (
    <Box role="img" aria-label={label} style={{ display: 'flex', gap: 1, height: 8 }}>
      {SHARES.filter((share) => counts[share] > 0).map((share) => (
        <span key={share} style={{ flex: counts[share], borderRadius: 2, ...SHARE_STYLES[share] }} />
      ))}
    </Box>
  );
}
