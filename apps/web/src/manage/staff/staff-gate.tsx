import { Fragment, type ReactNode, useEffect } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { watchOtherTabs } from '#lib/session.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { EnrolPage } from './enrol-page.tsx'
import { EndedPage, FailedPage, LoginPage, LostCodesPage, NoDutyPage, ProvePage } from './entry-pages.tsx'
import { GateDialogs } from './gate-dialogs.tsx'
import { finishLogOut } from './log-out.ts'
import styles from './staff-gate.module.css'
import { loadStaff, useSelf, useStaff } from './staff-store.ts'
import { watchLogin } from './watch-login.ts'

/** Shows `children` to staff who have proved the second factor, and to others the step that is missing. */
export function StaffGate({ children }: { children: ReactNode }) {
  const api = useApi()
  const stage = useStaff((state) => state.stage)
  useEffect(() => {
    void finishLogOut(api).then((isDone) => (isDone ? loadStaff(api) : useStaff.setState({ stage: 'visitor' })))
    return watchOtherTabs(() => void loadStaff(api))
  }, [api])
  switch (stage) {
    case 'loading':
      return <LoadingRows />
    case 'visitor':
      return <LoginPage />
    case 'refused':
      return <NoDutyPage />
    case 'failed':
      return <FailedPage />
    case 'enrol':
      return <EnrolPage />
    case 'prove':
      return <ProvePage />
    case 'codes':
      return (
        <>
          <LostCodesPage />
          <GateDialogs />
        </>
      )
    case 'ready':
      return <OpenPages>{children}</OpenPages>
  }
}

/** The pages, hidden while the login has ended, so that typed text stays. */
function OpenPages({ children }: { children: ReactNode }) {
  const api = useApi()
  const cover = useStaff((state) => state.cover)
  const { id } = useSelf()
  useEffect(() => watchLogin(id, () => void loadStaff(api)), [api, id])
  return (
    <Fragment key={id}>
      <div className={styles.pages} data-covered={cover ?? undefined}>
        {children}
      </div>
      {cover === 'login' && <EndedPage />}
      {cover === 'prove' && <ProvePage />}
      {cover === null && <GateDialogs />}
    </Fragment>
  )
}
