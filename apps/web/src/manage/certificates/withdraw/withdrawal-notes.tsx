import { Note } from '#manage/controls/layout/note.tsx'
import type { DeskCertificate } from '../desk-words.ts'
import styles from './withdrawal-notes.module.css'

/** Notes about a withdrawal, and about approvals by one person alone. */
export function WithdrawalNotes({ certificate }: { certificate: DeskCertificate }) {
  const { unconfirmed, pendingChange, fourEyesOff } = certificate
  return (
    <div className={styles.root}>
      {unconfirmed && (
        <Note tone="warning" title="待复核">
          {unconfirmed.byName}于 {unconfirmed.time.slice(0, 16)} 一人紧急撤销，须另一位授权签字人在 24
          小时内复核。撤销不能恢复。
        </Note>
      )}
      {pendingChange?.setsAside !== undefined && (
        <Note>第 {pendingChange.setsAside} 版的更正暂停办理：批准撤销时同时作废，退回撤销申请则继续。</Note>
      )}
      {fourEyesOff !== undefined && pendingChange && (
        <Note tone="warning" title="四眼原则已停用">
          {fourEyesOff}。由一人制作并批准的证书，经过中会写明，对外只列一个姓名。
        </Note>
      )}
    </div>
  )
}
