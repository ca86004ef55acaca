/** The mark of the product, as in the icon of `index.html`: the stripes of a crosswalk. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="16" height="16" rx="3" fill="var(--mantine-primary-color-filled)" />
      <path d="M4 3v10M8 3v10M12 3v10" stroke="#fff" strokeWidth="2" />
    </svg>
  );
}
