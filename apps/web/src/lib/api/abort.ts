/**
 * A signal that aborts with `signal` or after `timeoutMs`; `AbortSignal.any` and `.timeout` are missing in the oldest
 * supported browsers (Chromium 100, Safari 15.4). Call `release` to stop the timer.
 */
export function limitSignal(timeoutMs: number, signal?: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('请求超时', 'TimeoutError')), timeoutMs)
  const follow = () => controller.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow)
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', follow)
    },
  }
}
