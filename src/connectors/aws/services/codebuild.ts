import { defineService } from '../aws-service.js';

/** AWS CodeBuild. */
export const codebuild = defineService({
  service: 'codebuild',
  isGlobal: false,
  parts: {
    projects: {
      resourceTypes: ['AwsCodeBuildProject'],
      actions: ['codebuild:ListProjects', 'codebuild:BatchGetProjects'],
    },
  },
  load: () => import('./codebuild-collect.js'),
});
