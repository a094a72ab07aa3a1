import { SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { useLoaderData } from 'react-router-dom'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { SingleKeysSwitch } from '#manage/controls/keys/single-keys-switch.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { hasDuty, loadStaff, useSelf, useStaff } from '#manage/staff/staff-store.ts'
import { FreshnessPanel } from './freshness-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecentPanel } from './recent-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import styles from './security.module.css'
import { SessionsPanel } from './sessions-panel.tsx'
import { StaffMailPanel } from './staff-mail-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

export const loader = defineLoader(async ({ api, request }) => {
  const actor = useStaff.getState().self?.id ?? ''
  const recent = api.call('GET /v1/manage/audit', { query: { action: 'factor', actor }, quiet: true })
  const sessions = api.call('GET /v1/manage/sessions', { quiet: true })
  const mails = api.call('GET /v1/manage/staffMail', { quiet: true })
  const [{ records }, listed, staffMails] = await Promise.all([
    optional(recent, { records: [], hasMore: false }, request),
    optional(sessions, null, request),
    optional(mails, null, request),
    loadStaff(api),
  ])
  return { recent: records, sessions: listed, staffMails }
})

/** The caller's own login methods. */
export function Component() {
  const { recent, sessions, staffMails } = useLoaderData<typeof loader>()
  const { methods } = useSelf()
  return (
    <>
      <PageHead title="登录与安全" summary="您自己的登录方式。有职责的账号必须有两步验证" />
      <Columns>
        <Column span={8}>
          {methods.length === 1 && (
            <Note tone="warning">只有一种验证方式。这台设备丢失时只能靠恢复码进入，请再加一种。</Note>
          )}
          <PasskeysPanel />
          <TotpPanel />
          <RecoveryPanel />
          <SessionsPanel sessions={sessions} />
        </Column>
        <Column span={4}>
          <SigningNamePanel />
          <FreshnessPanel />
          {staffMails && <StaffMailPanel stored={staffMails} />}
          <RecentPanel entries={recent} />
          <KeysPanel />
        </Column>
      </Columns>
    </>
  )
}

/** 证书署名: the caller's own name for signing, read-only. */
function SigningNamePanel() {
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

/** Settings of this browser. */
function KeysPanel() {
  return (
    <Panel title="快捷键">
      <SingleKeysSwitch />
    </Panel>
  )
}
