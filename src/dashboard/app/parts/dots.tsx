/** The sign of a menu of further actions. */
export function Dots() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={16} fill="currentColor">
      {[3, 8, 13].map((x) => (
        <circle key={x} cx={x} cy={8} r={1.3} />
      ))}
    </svg>
  );
}
