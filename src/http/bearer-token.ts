/** The bearer token of an `Authorization` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}
