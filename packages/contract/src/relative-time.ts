/** Formats an age in the words of upstream, but counts years correctly. */
export function toRelativeText(instantMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - instantMs) / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (seconds === 0) return '刚刚'
  if (seconds < 60) return `${seconds}秒前`
  if (minutes < 45) return `${minutes}分钟前`
  if (hours < 24) return `${Math.max(1, hours)}小时前`
  if (hours < 48) return '昨天'
  if (days < 30) return `${days}天前`
  if (days < 336) return `${Math.floor(days / 30)}月前`
  return `${Math.max(1, Math.floor(days / 365))}年前`
}
