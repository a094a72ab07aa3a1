import { Copy } from '@lucide/icons'
import { copyText } from '#lib/copy-text.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './report-id.module.css'

/** The request id of an error, which the visitor can report to the operator. */
export function ReportId({ id }: { id: string }) {
  return (
    <span className={styles.root}>
      编号 <span className={styles.id}>{id}</span>
      <IconButton
        icon={Copy}
        label="复制编号"
        onClick={() => void copyText(id, '已复制编号', '浏览器不允许复制，请手动选取编号')}
      />
    </span>
  )
}
