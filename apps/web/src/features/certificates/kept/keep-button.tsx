import { BookmarkCheck, BookmarkPlus } from '@lucide/icons'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'

/** Keeps the certificate that was looked up; a visitor is asked to log in. */
export function KeepButton({ certificateNo, checkCode }: { certificateNo: string; checkCode: string }) {
  const api = useApi()
  const isMember = useSession(({ user }) => user !== null)
  const [isKept, setIsKept] = useState(false)
  const { isBusy, run } = useBusy(showOffline)
  if (isKept) {
    return (
      <ButtonLink icon={BookmarkCheck} variant="outline" to="/user?tab=certificates">
        已收存，去我的证书
      </ButtonLink>
    )
  }
  const keep = async () => {
    const body = { certificateNo, checkCode }
    await withProof('lookup', (proof) => api.call('POST /v1/certificate/kept', { body: { ...body, ...proof } }))
    setIsKept(true)
    showToast('success', '已收存，证书变动时会通知您')
  }
  return (
    <Button
      icon={BookmarkPlus}
      variant="outline"
      isBusy={isBusy}
      busyLabel="收存中"
      onClick={() => (isMember ? void run(keep) : openDialog('login'))}
    >
      收存
    </Button>
  )
}
