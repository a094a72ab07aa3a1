import { ApiError } from './api-client.ts'

const MINUTE_S = 60

/** Text about when to try again, from the `Retry-After` of a refusal; empty for any other failure. */
export function retryText(reason: unknown): string {
  const seconds = reason instanceof ApiError ? reason.retryAfterS : undefined
  if (seconds === undefined) return ''
  return seconds <= MINUTE_S
    ? `操作过于频繁，请 ${Math.max(1, Math.ceil(seconds))} 秒后重试`
    : `操作过于频繁，请 ${Math.ceil(seconds / MINUTE_S)} 分钟后重试`
}
