declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
    authActions: { logout(schemes: string[]): void };
  }
  interface SwaggerUiOptions {
    url: string;
    domNode: HTMLElement;
    deepLinking?: boolean;
    docExpansion?: 'list' | 'full' | 'none';
    defaultModelsExpandDepth?: number;
    defaultModelExpandDepth?: number;
    defaultModelRendering?: 'example' | 'model';
    displayOperationId?: boolean;
    displayRequestDuration?: boolean;
    filter?: boolean;
    tryItOutEnabled?: boolean;
    requestSnippetsEnabled?: boolean;
    validatorUrl?: null;
    onComplete?: () => void;
  }
  export default function SwaggerUIBundle(options: SwaggerUiOptions): SwaggerUi;
}
