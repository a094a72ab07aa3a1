import { CircleAlert } from '@lucide/icons'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Upload } from '../uploads.ts'
import { useChat } from '../use-chat.ts'
import styles from './line.module.css'

/** A picture that is being stored, and can be given up as long as it is. */
export function UploadLine({ upload: { key, preview, part, fault } }: { upload: Upload }) {
  const { uploads } = useChat()
  const user = useSession((session) => session.user)
  return (
    <div className={styles.root} data-own>
      <Avatar name={user?.nickname ?? '我'} src={user?.avatar} />
      <div className={styles.body}>
        <VisuallyHidden>我：</VisuallyHidden>
        <div className={styles.preview} data-busy={fault === null || undefined}>
          <img className={styles.picture} src={preview} alt="待发送的图片" />
          {fault === null && <progress className={styles.progress} value={part} max={1} aria-label="图片上传进度" />}
        </div>
        <div className={styles.fault}>
          {fault !== null && (
            <span role="alert">
              <Icon of={CircleAlert} sizePx={15} /> {fault}
            </span>
          )}
          <span>
            {fault !== null && (
              <button type="button" className={styles.act} onClick={() => uploads.retry(key)}>
                重新发送
              </button>
            )}
            <button type="button" className={styles.act} onClick={() => uploads.cancel(key)}>
              {fault === null ? '取消' : '删除'}
            </button>
          </span>
        </div>
      </div>
    </div>
  )
}
