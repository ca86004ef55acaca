import { BatchGetProjectsCommand, CodeBuildClient, paginateListProjects } from '@aws-sdk/client-codebuild';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { looksSecret } from '../secret-values.rules.js';

/** Build projects. AWS lists and describes up to a hundred at a time. */
export async function* projects(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(CodeBuildClient);
  for await (const { projects: names = [] } of paginateListProjects({ client }, {})) {
    if (names.length === 0) continue;
    const { projects: page = [] } = await client.send(new BatchGetProjectsCommand({ names }));
    for (const project of page) {
      const variables = project.environment?.environmentVariables ?? [];
      const plain = variables.filter(({ type = 'PLAINTEXT' }) => type === 'PLAINTEXT');
      const secret = plain.filter(({ name = '', value = '' }) => looksSecret(name, value));
      yield scope.resource({
        type: 'AwsCodeBuildProject',
        id: project.arn ?? '',
        name: project.name ?? '',
        properties: {
          plaintext_variables: plain.map(({ name = '' }) => name),
          secrets_in_variables: secret.map(({ name = '' }) => name),
          age_days: scope.ageDays(project.created),
          tags: Object.fromEntries((project.tags ?? []).map(({ key = '', value = '' }) => [key, value])),
        },
      });
    }
  }
}
