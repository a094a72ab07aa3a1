import { Copy } from '@lucide/icons'
import { showToast } from '#lib/toasts.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './report-id.module.css'

/** The number under which an operator finds what went wrong, for whoever reports it. */
export function ReportId({ id }: { id: string }) {
  return (
    <span className={styles.root}>
      编号 <span className={styles.id}>{id}</span>
      <IconButton icon={Copy} label="复制编号" onClick={() => void copyId(id)} />
    </span>
  )
}

async function copyId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    showToast('success', '已复制编号')
  } catch {
    // No permission, or a page that is not served securely.
    showToast('warning', '浏览器不允许复制，请手动选取编号')
  }
}
