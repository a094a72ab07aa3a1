import { Copy } from '@lucide/icons'
import { copyText } from '#lib/copy-text.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './demo-page.module.css'

interface BackupPanelProps {
  /** Folder of the backup. */
  backup?: string
  /** Command that restores the backup; before the removal, the command that makes one where the site cannot. */
  command: string | null
}

/** Explains how the removed content can be restored. */
export function BackupPanel({ backup, command }: BackupPanelProps) {
  return (
    <Panel title="备份" {...(backup === undefined && { span: 4 as const })}>
      <div className={styles.body}>
        <p>{describeBackup(backup, command)}</p>
        {backup !== undefined && <code className={styles.command}>{backup}</code>}
        {backup !== undefined && <p>恢复：先停止网站，再在服务器上运行</p>}
        {command !== null && (
          <>
            <code className={styles.command}>{command}</code>
            <Button
              variant="outline"
              icon={Copy}
              onClick={() => void copyText(command, '已复制命令', '浏览器不允许复制，请手动选取')}
            >
              复制命令
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

function describeBackup(backup: string | undefined, command: string | null): string {
  if (backup !== undefined) return '移除之前的整个站点备份在服务器上：'
  if (command === null) return '移除之前，本站自动备份数据库、上传的图片与密钥；备份不成功就不移除。'
  return '本站用 PostgreSQL，请先在服务器上备份数据库：'
}
