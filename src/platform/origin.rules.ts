/** Addresses under which this service is known. */
export interface OwnAddress {
  /** `Host` of the request, with the port where it is not the default; undefined where there is none. */
  host: string | undefined;
  /** Address of the service for clients. */
  publicUrl: string;
}

/**
 * Whether a browser asks from a page of another site. Clients that are no browsers send no origin.
 * @param origin header `Origin` (RFC 6454): `https://app.example`, or `null` for a page without one, which is foreign
 */
export function isForeignOrigin(origin: string | undefined, { host, publicUrl }: OwnAddress): boolean {
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const asking = new URL(origin);
  return asking.origin !== new URL(publicUrl).origin && asking.host !== host?.toLowerCase();
}
