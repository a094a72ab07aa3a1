import { useLoaderData } from 'react-router-dom'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { loadStaff, useSelf, useStaff } from '#manage/staff/staff-store.ts'
import { FreshnessPanel } from './freshness-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecentPanel } from './recent-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SigningNamePanel } from './signing-name-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

export const loader = defineLoader(async ({ api, request }) => {
  const actor = useStaff.getState().self?.id ?? ''
  const recent = api.call('GET /v1/manage/audit', { query: { action: 'factor', actor }, quiet: true })
  const sessions = api.call('GET /v1/manage/sessions', { quiet: true })
  const [{ records }, listed] = await Promise.all([
    optional(recent, { records: [], hasMore: false }, request),
    optional(sessions, null, request),
    loadStaff(api),
  ])
  return { recent: records, sessions: listed }
})

/** The caller's own login methods. */
export function Component() {
  const { recent, sessions } = useLoaderData<typeof loader>()
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
          <RecentPanel entries={recent} />
          <KeysPanel />
        </Column>
      </Columns>
    </>
  )
}
