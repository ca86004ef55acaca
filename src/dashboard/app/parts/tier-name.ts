/** Name of a license tier for people: `Enterprise` for `ENTERPRISE`. */
export function tierName(tier: string): string {
  return tier.charAt(0) + tier.slice(1).toLowerCase();
}
