/** What paths that log in answer, as a selection of `LoginPayload`. Source: specification, section 4, "Authentication". */
export const LOGIN_SELECTION = `
  accessToken tokenType expiresIn
  user { id email name role mfaEnabled lastLogin }
  tenant { tenantId name licenseTier }`;
