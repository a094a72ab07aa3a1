import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import type { Config } from '#config.ts'
import { PROVIDER_NAMES, PROVIDERS } from './providers.ts'

/** What visitors may log in with here, ascending: an account always, others when the operator gave their credentials. */
export function loginTypesOf({ social, wechat }: Pick<Config, 'social' | 'wechat'>): number[] {
  const types: number[] = [LOGIN_TYPE.account]
  for (const name of PROVIDER_NAMES) if (social[name]) types.push(PROVIDERS[name].loginType)
  if (wechat.token !== null && wechat.qrUrl !== null) types.push(LOGIN_TYPE.wechat)
  return types.sort((one, other) => one - other)
}
