import { defineService } from '../aws-service.js';

/** Amazon AppStream, now WorkSpaces Applications. */
export const appstream = defineService({
  service: 'appstream',
  isGlobal: false,
  parts: {
    fleets: { resourceTypes: ['AwsAppStreamFleet'], actions: ['appstream:DescribeFleets'] },
  },
  load: () => import('./appstream-collect.js'),
});
