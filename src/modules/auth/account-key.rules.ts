/** White space, control characters and other invisible characters. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Canonical form of an e-mail address: lower case, one Unicode form (wide and composed letters are the plain ones),
 * without white space and invisible characters. `a+b@…` and `a@…` stay different: the mail provider decides whether
 * they are one mailbox, and each may have an account.
 */
export function accountKey(email: string): string {
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').replace(INVISIBLE, '');
}
