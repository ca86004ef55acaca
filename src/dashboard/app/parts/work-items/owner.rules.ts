/** Whether nobody does what work is about: there is no work, or nobody has it. */
export function isNobodys(work: readonly { owner: unknown }[]): boolean {
  return work.every(({ owner }) => owner === null);
}
