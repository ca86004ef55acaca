import type { PermissionDocument } from '../connector.js';

/** Manifest of a service account with the least privilege that the connector needs, and its token. */
export const KUBERNETES_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Service account with a read-only cluster role',
    format: 'yaml',
    text: `# kubectl apply -f crosswalk.yaml
# kubectl -n crosswalk get secret crosswalk-reader -o jsonpath='{.data.token}' | base64 -d
apiVersion: v1
kind: Namespace
metadata:
  name: crosswalk
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: crosswalk-reader
  namespace: crosswalk
automountServiceAccountToken: false
---
apiVersion: v1
kind: Secret
metadata:
  name: crosswalk-reader
  namespace: crosswalk
  annotations:
    kubernetes.io/service-account.name: crosswalk-reader
type: kubernetes.io/service-account-token
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: crosswalk-reader
rules:
  - apiGroups: ['']
    resources: [pods]
    verbs: [list]
  - apiGroups: [rbac.authorization.k8s.io]
    resources: [clusterroles, roles, clusterrolebindings]
    verbs: [list]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: crosswalk-reader
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: crosswalk-reader
subjects:
  - kind: ServiceAccount
    name: crosswalk-reader
    namespace: crosswalk
---
# The one config map that is read: no other is needed.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: crosswalk-kubelet-config
  namespace: kube-system
rules:
  - apiGroups: ['']
    resources: [configmaps]
    resourceNames: [kubelet-config]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: crosswalk-kubelet-config
  namespace: kube-system
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: crosswalk-kubelet-config
subjects:
  - kind: ServiceAccount
    name: crosswalk-reader
    namespace: crosswalk
`,
  },
];
