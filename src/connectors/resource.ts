/** What a connector found in one system, normalised: the same names and units whoever the provider is. */
export interface Resource {
  /** `AwsS3Bucket`. Each type has a documented shape under src/content/resources. */
  type: string;
  /** ARN, resource id or path: unique within its type and account. */
  id: string;
  name: string;
  region: string | null;
  /** Account, organization, project, subscription or cluster. */
  account: string;
  /** As the shape of the type says, complete: what is not known is null, and never left out. JSON values only. */
  properties: Record<string, unknown>;
}

/** A part of a system that could not be read. What its resources pass counts for nothing; what they fail counts. */
export interface Gap {
  /**
   * Types of resources that are missing, wholly or in part. Empty where only single properties could not be read: they are
   * null, and a check that needs one does not judge the resource.
   */
  resourceTypes: readonly string[];
  region: string | null;
  account: string | null;
  /** For the user, in a sentence: what was refused, and which permission would help. */
  reason: string;
}
