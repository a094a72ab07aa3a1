import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Progress } from './certificate-import.ts'

/** Formats the progress of an import. @param elapsedMs time since its beginning */
export function formatProgress({ rows, share, step }: Progress, elapsedMs: number): string {
  const checked = `已核对 ${rows.toLocaleString('en')} 行`
  return step === 'publishing' ? `${checked}，正在发布` : checked + formatRemaining(share, elapsedMs)
}

function formatRemaining(share: number, elapsedMs: number): string {
  if (share <= 0.02) return ''
  const seconds = Math.ceil((elapsedMs * (1 - share)) / share / SECOND_MS)
  return seconds < 60 ? `，约剩 ${seconds} 秒` : `，约剩 ${Math.ceil(seconds / 60)} 分钟`
}
