import {
  APIGatewayClient,
  GetAuthorizersCommand,
  paginateGetResources,
  paginateGetRestApis,
  type Resource as ApiResource,
} from '@aws-sdk/client-api-gateway';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';

const CALLS_MAX = 2;
/** Limit of the authorizers that are read; no API has more. */
const AUTHORIZERS_MAX = 500;

/** REST APIs with their methods and authorizers. */
export async function* restApis(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(APIGatewayClient);
  const { partition } = scope.session;
  for await (const { items = [] } of paginateGetRestApis({ client, pageSize: 100 }, {})) {
    yield* asCompleted(items, CALLS_MAX, async ({ id = '', name, tags, endpointConfiguration }) => {
      const [authorizers, methods] = await Promise.all([authorizersOf(client, id), methodsOf(client, id)]);
      return scope.resource({
        type: 'AwsApiGatewayRestApi',
        id: `arn:${partition}:apigateway:${scope.region}::/restapis/${id}`,
        name: name ?? id,
        properties: {
          endpoint_types: [...(endpointConfiguration?.types ?? [])],
          authorizers,
          methods,
          tags: { ...tags },
        },
      });
    });
  }
}

async function authorizersOf(client: APIGatewayClient, restApiId: string): Promise<string[]> {
  const { items = [] } = await client.send(new GetAuthorizersCommand({ restApiId, limit: AUTHORIZERS_MAX }));
  return items.flatMap(({ name }) => name ?? []);
}

async function methodsOf(client: APIGatewayClient, restApiId: string) {
  const methods: ReturnType<typeof methodsOfResource> = [];
  const pages = paginateGetResources({ client, pageSize: 500 }, { restApiId, embed: ['methods'] });
  for await (const { items = [] } of pages) methods.push(...items.flatMap(methodsOfResource));
  return methods;
}

/** Methods except OPTIONS, which browsers send without credentials. */
function methodsOfResource({ path = '', resourceMethods = {} }: ApiResource) {
  return Object.entries(resourceMethods)
    .filter(([method]) => method !== 'OPTIONS')
    .map(([method, { authorizationType, apiKeyRequired }]) => ({
      path,
      http_method: method,
      authorization_type: authorizationType ?? 'NONE',
      api_key_required: apiKeyRequired ?? false,
    }));
}
