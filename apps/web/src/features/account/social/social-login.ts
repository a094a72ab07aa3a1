import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { announceSession, hasUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'

export type SocialSource = 'qq' | 'gitee' | 'weibo' | 'github'

/** Providers in the order of the design; WeChat is a mode of the dialog. */
export const SOCIAL_LOGINS = [
  { name: 'qq', label: 'QQ', type: LOGIN_TYPE.qq },
  { name: 'gitee', label: 'Gitee', type: LOGIN_TYPE.gitee },
  { name: 'weibo', label: '微博', type: LOGIN_TYPE.weibo },
  { name: 'wechat', label: '微信', type: LOGIN_TYPE.wechat },
  { name: 'github', label: 'GitHub', type: LOGIN_TYPE.github },
] as const

const STORAGE_KEY = 'login-return'

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Address to return to after a social login (specification, section 4): the article of the query `articleId`, else the
 * page itself.
 */
export function getReturnPlace({ pathname, search, hash }: Place): string {
  const articleId = new URLSearchParams(search).get('articleId')
  if (articleId && /^[1-9]\d{0,14}$/.test(articleId)) return `/article/${articleId}`
  return pathname + search + hash
}

/**
 * Stores the place and opens the provider's page.
 * @throws ApiError when upstream gives no address, Error when it is no web address
 */
export async function beginSocialLogin(api: ApiClient, source: SocialSource, place: Place): Promise<void> {
  const address = await api.call('GET /oauth/render/{source}', { params: { source } })
  if (!/^https?:\/\//i.test(address)) throw new Error('the provider has no web address')
  writeSessionItem(STORAGE_KEY, getReturnPlace(place))
  tab.leaveFor(address)
}

/** Reads and clears the stored place; `null` when there is none or it is no path of this site. */
export function takeReturnPlace(): string | null {
  const stored = readSessionItem(STORAGE_KEY)
  writeSessionItem(STORAGE_KEY, null)
  if (stored === null || !stored.startsWith('/')) return null
  try {
    // `//host` and `/\host` name another site.
    const { origin, pathname, search, hash } = new URL(stored, location.origin)
    return origin === location.origin ? pathname + search + hash : null
  } catch {
    return null
  }
}

/**
 * Returns a callback that runs once after `/bff/session` has answered: it shows the result of a social login
 * (`?login=…` without a user), opens the stored place and removes the parameter from the address.
 */
export function useSocialReturn(): () => void {
  const navigate = useNavigate()
  const placeRef = useRef(useLocation())
  return useCallback(() => {
    const { pathname, search, hash } = placeRef.current
    const stored = takeReturnPlace()
    const ending = new URLSearchParams(search).get('login')
    if (ending === 'cancelled') showToast('info', '已取消登录')
    else if (ending === 'failed') showToast('error', '登录没有成功，请重试')
    else if (stored !== null && hasUser()) {
      showToast('success', '登录成功')
      announceSession()
    } else return
    const target = stored ?? removeParameter(pathname, search) + hash
    if (target !== pathname + search + hash) void navigate(target, { replace: true })
  }, [navigate])
}

function removeParameter(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('login')
  const rest = query.toString()
  return rest ? `${pathname}?${rest}` : pathname
}

/** A separate object, because tests cannot spy on `location`. */
export const tab = {
  reload: () => location.reload(),
  leaveFor: (address: string) => location.assign(address),
}
