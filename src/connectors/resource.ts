/** A thing that a connector read (a bucket, a user), normalized: names and units do not depend on the provider. */
export interface Resource {
  /** `AwsS3Bucket`. Each type has a documented schema under src/content/resources. */
  type: string;
  /** ARN, resource id or path: unique within its type and account. */
  id: string;
  name: string;
  region: string | null;
  /** Account, organization, project, subscription or cluster. */
  account: string;
  /**
   * Properties according to the schema of the type, complete: unknown ones are null, never omitted. JSON values only.
   */
  properties: Record<string, unknown>;
  /**
   * Properties that could not be read, with the reason as a sentence. They are null, and no check takes that for an answer: one
   * that needs such a property does not evaluate the resource. Absent where everything was read.
   */
  unknown?: Readonly<Record<string, string>>;
}

/** A part of a system that could not be read. Failures of its resource types count; passes do not. */
export interface Gap {
  /**
   * Resource types that are missing, wholly or in part. Empty where only single properties could not be read: they are
   * null, and a check that needs one does not evaluate the resource.
   */
  resourceTypes: readonly string[];
  /** Of these types, the properties that could not be read of some resources; absent where whole resources are missing. */
  properties?: readonly string[];
  region: string | null;
  account: string | null;
  /** Sentence for the user: what was refused, and which permission would help. */
  reason: string;
}
