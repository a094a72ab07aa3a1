import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { announceSession, hasUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { takeReturnPlace } from './social-login.ts'

/** Results of a social login without a user: `?login=…` on return. */
const ENDINGS = {
  cancelled: () => showToast('info', '已取消登录'),
  failed: () => showToast('error', '登录没有成功，请重试'),
} as const

function endingOf(search: string): keyof typeof ENDINGS | null {
  const name = new URLSearchParams(search).get('login')
  return name === 'cancelled' || name === 'failed' ? name : null
}

/**
 * Returns a callback that runs once after `/bff/session` has answered: it reports the result of a social login, goes to
 * the stored place and removes the parameter from the address.
 */
export function useSocialReturn(): () => void {
  const navigate = useNavigate()
  const placeRef = useRef(useLocation())
  return useCallback(() => {
    const { pathname, search, hash } = placeRef.current
    const stored = takeReturnPlace()
    const ending = endingOf(search)
    if (ending) ENDINGS[ending]()
    else if (stored !== null && hasUser()) {
      showToast('success', '登录成功')
      announceSession()
    } else return
    const target = stored ?? withoutEnding(pathname, search) + hash
    if (target !== pathname + search + hash) void navigate(target, { replace: true })
  }, [navigate])
}

function withoutEnding(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('login')
  const rest = query.toString()
  return rest ? `${pathname}?${rest}` : pathname
}
