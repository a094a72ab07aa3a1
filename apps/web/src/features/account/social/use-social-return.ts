import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { announceSession, hasUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { takeReturnPlace } from './social-login.ts'

/** How a social login ended without a user: `?login=…` on the way back. */
const ENDINGS = {
  cancelled: () => showToast('info', '已取消登录'),
  failed: () => showToast('error', '登录没有成功，请重试'),
} as const

function endingOf(search: string): keyof typeof ENDINGS | null {
  const name = new URLSearchParams(search).get('login')
  return name === 'cancelled' || name === 'failed' ? name : null
}

/**
 * What is done once when the tab opens, after `/bff/session` has answered: whoever comes back from a provider is told how
 * it went, and goes to the place kept before. The address keeps nothing of it.
 */
export function useSocialReturn(): () => void {
  const navigate = useNavigate()
  const placeRef = useRef(useLocation())
  return useCallback(() => {
    const { pathname, search, hash } = placeRef.current
    const kept = takeReturnPlace()
    const ending = endingOf(search)
    if (ending) ENDINGS[ending]()
    else if (kept !== null && hasUser()) {
      showToast('success', '登录成功')
      announceSession()
    } else return
    const target = kept ?? withoutEnding(pathname, search) + hash
    if (target !== pathname + search + hash) void navigate(target, { replace: true })
  }, [navigate])
}

function withoutEnding(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('login')
  const rest = query.toString()
  return rest ? `${pathname}?${rest}` : pathname
}
