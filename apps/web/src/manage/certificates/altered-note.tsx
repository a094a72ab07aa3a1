import { Note } from '#manage/controls/layout/note.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './desk.module.css'

/** A note above a text that may have been altered in the database: the public does not see it, and staff must not rely on it. */
export function AlteredNote() {
  return (
    <div className={styles.unsigned}>
      <Note
        tone="error"
        title="这份证书未能通过核对"
        action={<TextLink to="/help#未能通过核对的证书">查看办法</TextLink>}
      >
        所存内容与公开日志不符，可能被改动，请勿采信或转告他人。查询、分享与打印均已停止，不能更正或换发。请立即告诉负责人，不要自行修改或撤销。
      </Note>
    </div>
  )
}
