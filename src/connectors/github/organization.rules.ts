import { z } from 'zod';
import { ageInDays } from '../age.rules.js';

const flag = z.boolean().nullish();

/** `GET /orgs/{org}`. Only owners get more than the public properties. */
export const Organization = z.object({
  login: z.string(),
  html_url: z.string(),
  created_at: z.string(),
  is_verified: flag,
  two_factor_requirement_enabled: flag,
  default_repository_permission: z.string().nullish(),
  members_can_create_repositories: flag,
  members_can_create_public_repositories: flag,
  members_can_create_private_repositories: flag,
  members_can_create_internal_repositories: flag,
  members_can_delete_repositories: flag,
  members_can_fork_private_repositories: flag,
  web_commit_signoff_required: flag,
});
export type Organization = z.infer<typeof Organization>;

/** `GET /orgs/{org}/actions/permissions/workflow`, and the same of a repository. */
export const WorkflowPermissions = z.object({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
});
export type WorkflowPermissions = z.infer<typeof WorkflowPermissions>;

/** Properties of a `GitHubOrganization`. */
export function organizationProperties(
  { login: _login, html_url: _address, created_at: created, ...settings }: Organization,
  workflows: WorkflowPermissions | null,
  now: Date,
): Record<string, unknown> {
  return {
    two_factor_requirement_enabled: settings.two_factor_requirement_enabled ?? null,
    default_repository_permission: settings.default_repository_permission ?? null,
    members_can_create_repositories: settings.members_can_create_repositories ?? null,
    members_can_create_public_repositories: settings.members_can_create_public_repositories ?? null,
    members_can_create_private_repositories: settings.members_can_create_private_repositories ?? null,
    members_can_create_internal_repositories: settings.members_can_create_internal_repositories ?? null,
    members_can_delete_repositories: settings.members_can_delete_repositories ?? null,
    members_can_fork_private_repositories: settings.members_can_fork_private_repositories ?? null,
    is_verified: settings.is_verified ?? null,
    web_commit_signoff_required: settings.web_commit_signoff_required ?? null,
    default_workflow_permissions: workflows?.default_workflow_permissions ?? null,
    workflows_can_approve_pull_requests: workflows?.can_approve_pull_request_reviews ?? null,
    age_days: ageInDays(created, now),
  };
}

/** Whether the response has the settings that only owners see. */
export function showsSettings(organization: Organization): boolean {
  const { two_factor_requirement_enabled: secondFactor, default_repository_permission: base } = organization;
  return (secondFactor ?? null) !== null && (base ?? null) !== null;
}
