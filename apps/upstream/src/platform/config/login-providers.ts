export const PROVIDER_NAMES = ['qq', 'weibo', 'gitee', 'github'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** Credentials that the operator registered at a provider. */
export interface ProviderCredentials {
  clientId: string
  clientSecret: string
  /** Replaces the provider's hosts in tests. */
  base: string | null
}
