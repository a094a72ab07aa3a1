/**
 * A signal that aborts when `signal` does or after `timeoutMs`, whichever is first. Own code because
 * `AbortSignal.any` and `.timeout` came after the oldest browsers we serve (Chromium 100, Safari 15.4).
 * Call `release` when the work is done, or the timer runs on.
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
