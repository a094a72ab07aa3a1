import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { type Closing, showClosing } from '#lib/closing.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { Time } from '#ui/time.tsx'
import { loadSession } from './load-session.ts'
import { endSession } from './log-out.ts'

/** Shows when the account will be closed. After a login to it, the closure can be undone. */
export function ClosingDialog({ closing: { closeTime, canUndo } }: { closing: Closing }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()

  const leave = () => {
    showClosing(null)
    if (canUndo) void endSession(api).then((isLoggedOut) => setLogoutPending(!isLoggedOut))
  }
  // The API client shows an error; the dialog stays open.
  const undo = () =>
    run(async () => {
      await api.call('DELETE /v1/user/closure')
      showClosing(null)
      await loadSession()
      announceSession()
      showToast('success', '已撤销注销，账号恢复正常')
      await revalidate()
    })
  return (
    <Dialog
      title={
        <>
          账号将于 <Time at={closeTime} format="dateTime" /> 注销
        </>
      }
      titleClass={styles.title}
      className={styles.root}
      onClose={leave}
    >
      <p className={shared.soft}>
        {canUndo ? '是否撤销注销？撤销后，账号与其中的内容恢复正常。' : '在此之前重新登录，可以撤销注销。'}
      </p>
      <div className={shared.buttonRow}>
        {canUndo ? (
          <>
            <Button variant="outline" onClick={leave}>
              不撤销，退出登录
            </Button>
            <Button isBusy={isBusy} busyLabel="撤销中" onClick={() => void undo()}>
              撤销注销
            </Button>
          </>
        ) : (
          <Button onClick={leave}>知道了</Button>
        )}
      </div>
    </Dialog>
  )
}
