import { BookmarkCheck, BookmarkPlus } from '@lucide/icons'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { useTexts } from '../texts/texts.tsx'

/** Saves the certificate that was looked up; a visitor must log in first. */
export function SaveButton({ certificateNo, checkCode }: { certificateNo: string; checkCode: string }) {
  const api = useApi()
  const { save: texts } = useTexts('actions')
  const { isQuiet: quiet, showFailure } = useTexts('calls')
  const isMember = useSession(({ user }) => user !== null)
  const [isSaved, setIsSaved] = useState(false)
  const { isBusy, run } = useBusy(showFailure)
  if (isSaved) {
    return (
      <ButtonLink icon={BookmarkCheck} variant="outline" to="/user?tab=certificates">
        {texts.saved}
      </ButtonLink>
    )
  }
  if (texts.login && !isMember) {
    return (
      <ButtonLink icon={BookmarkPlus} variant="outline" to={`/certificate-check?no=${certificateNo}`}>
        {texts.login}
      </ButtonLink>
    )
  }
  const saveCertificate = async () => {
    const body = { certificateNo, checkCode }
    await withProof('lookup', (proof) => api.call('POST /v1/certificate/saved', { body: { ...body, ...proof }, quiet }))
    setIsSaved(true)
    showToast('success', texts.done)
  }
  return (
    <Button
      icon={BookmarkPlus}
      variant="outline"
      isBusy={isBusy}
      busyLabel={texts.busy}
      onClick={() => (isMember ? void run(saveCertificate) : openDialog('login'))}
    >
      {texts.save}
    </Button>
  )
}
