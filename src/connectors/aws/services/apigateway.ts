import { defineService } from '../aws-service.js';

/** REST APIs of API Gateway. */
export const apigateway = defineService({
  service: 'apigateway',
  isGlobal: false,
  parts: { restApis: { resourceTypes: ['AwsApiGatewayRestApi'], actions: ['apigateway:GET'] } },
  load: () => import('./apigateway-collect.js'),
});
