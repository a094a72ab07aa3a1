import { SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import styles from './security.module.css'

/** 证书署名: the caller's own name for signing, read-only. */
export function SigningNamePanel() {
  const { duties, signingName } = useSelf()
  if (!hasDuty(duties, SIGNING_DUTIES)) return null
  return (
    <Panel title="证书署名">
      <p className={styles.name}>
        {signingName === null ? <StatusMark shape="wait">未填写</StatusMark> : <b>{signingName}</b>}
      </p>
      <p className={styles.soft}>
        您提交或批准的证书上印这个姓名。由负责人在“用户”中您的资料页上填写和改动，改昵称不影响它。
      </p>
    </Panel>
  )
}
