import { SECOND_MS, WECHAT_CODE_SECONDS, WECHAT_POLL_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import type { UserInfo } from '#lib/session.ts'

/** Progress of a WeChat login. */
export type WechatView =
  | { state: 'fetching' }
  /** No code was received; the API client has shown the error. */
  | { state: 'missing' }
  | { state: 'waiting'; code: string; secondsLeft: number }
  | { state: 'expired' }

/** The specification's 60 ticks: one a second while the code is valid. */
const POLLS_MAX = WECHAT_CODE_SECONDS

/**
 * Fetches a login code and checks every second while the page is visible whether the code was sent to the official
 * account. On a phone the visitor leaves the page to send it, so it also checks at once on return, and once more after
 * the expiry. Failures are silent.
 * @returns a function that stops it
 */
export function watchWechatLogin(
  client: ApiClient,
  onView: (view: WechatView) => void,
  { onCode, onLogin }: { onCode: () => void; onLogin: (user: UserInfo) => void },
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const api = client.bindTo(signal)
  let timer: ReturnType<typeof setInterval> | undefined
  let polls = 0
  let isPolling = false

  function end(): void {
    controller.abort()
    clearInterval(timer)
  }

  async function begin(): Promise<void> {
    try {
      const code = await api.call('GET /oauth/wechatLoginCode')
      if (!signal.aborted) wait(code, Date.now() + WECHAT_CODE_SECONDS * SECOND_MS)
    } catch {
      if (!signal.aborted) onView({ state: 'missing' })
    }
  }

  function wait(code: string, endMs: number): void {
    const update = () => {
      if (document.hidden) return
      const secondsLeft = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS))
      onView({ state: 'waiting', code, secondsLeft })
      if (!isPolling) void poll(code, secondsLeft)
    }
    onView({ state: 'waiting', code, secondsLeft: WECHAT_CODE_SECONDS })
    onCode()
    timer = setInterval(update, WECHAT_POLL_MS)
    document.addEventListener('visibilitychange', update, { signal })
  }

  async function poll(loginCode: string, secondsLeft: number): Promise<void> {
    isPolling = true
    polls += 1
    const isLast = secondsLeft === 0 || polls >= POLLS_MAX
    try {
      const { token: _token, ...user } = await api.call('GET /oauth/wechat/is_login', {
        query: { loginCode },
        quiet: true,
      })
      end()
      onLogin(user)
    } catch (reason) {
      if (signal.aborted) return
      // Another tab of this browser has fetched a code, which makes this one invalid.
      const isReplaced = reason instanceof ApiError && reason.code === CODE.refused
      if (!isLast && !isReplaced) return
      end()
      onView({ state: 'expired' })
    } finally {
      isPolling = false
    }
  }

  onView({ state: 'fetching' })
  // React runs the effect twice in development: only the second run may fetch a code.
  queueMicrotask(() => {
    if (!signal.aborted) void begin()
  })
  return end
}
