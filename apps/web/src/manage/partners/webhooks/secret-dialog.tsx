import { Copy } from '@lucide/icons'
import { OLD_SECRET_HOURS } from '@portal/contract/partners/webhook-rules.ts'
import { copyText } from '#lib/copy-text.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import partners from '../partners.module.css'
import styles from './webhooks.module.css'

interface SecretDialogProps {
  secret: string
  /** The secret replaces an older one. */
  isRotated: boolean
  onClose: () => void
}

/** 签名密钥: shown only once, right after it was made. */
export function SecretDialog({ secret, isRotated, onClose }: SecretDialogProps) {
  return (
    <ManageDialog
      title="签名密钥"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <>
          <Button
            variant="outline"
            icon={Copy}
            onClick={() => void copyText(secret, '已复制密钥', '浏览器不允许复制，请选中后复制')}
          >
            复制
          </Button>
          <Button onClick={onClose}>已保存，关闭</Button>
        </>
      }
    >
      <div className={styles.form}>
        <Note tone="warning">
          只显示这一次，请以安全的方式交给对方。
          {isRotated && `旧密钥 ${OLD_SECRET_HOURS} 小时内仍会同时签名。`}
        </Note>
        <code className={partners.key}>{secret}</code>
        <p className={styles.faint}>对方用它核验每条通知的签名（Standard Webhooks），各语言都有现成的库。</p>
      </div>
    </ManageDialog>
  )
}
