/** Something in the content that has to be put right. */
export interface LintFinding {
  /** Relative to the content folder. */
  file: string;
  /** The entry: a control's code, a universal control's, a check's id, or the file's own name for what concerns all of it. */
  id: string;
  /** What is wrong, in a clause. */
  problem: string;
}
