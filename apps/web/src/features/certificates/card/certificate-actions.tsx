import { Copy, Download, FileCheck, FileJson, Printer, RotateCcw, Share2 } from '@lucide/icons'
import type { ShareDays } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { Suspense, type SyntheticEvent, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { type CheckAnswer, FIELD } from '../certificate-action.ts'
import type { Laboratory } from '../laboratory.ts'
import { SaveButton } from '../saved/save-button.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './certificate-actions.module.css'
import { toReceiptAddress } from './certificate-receipt.tsx'

const ShareDialog = lazyPart(async () => (await import('../share/share-dialog.tsx')).CertificateShareDialog)

export interface CertificateActionsProps {
  result: CheckAnswer
  laboratory: Laboratory
  /** Downloads the receipt; `undefined` without a receipt. */
  onSaveReceipt: (() => void) | undefined
  onAgain: () => void
}

/** The buttons for a certificate. The PDF is requested by a form, so that it works without scripts. */
export function CertificateActions({ result, laboratory, onSaveReceipt, onAgain }: CertificateActionsProps) {
  const { certificateNo, checkCode, receipt, answer } = result
  const { path, receiptPath } = useTexts('lookup')
  const texts = useTexts('actions')
  const { isQuiet: quiet } = useTexts('calls')
  const [isSharing, setIsSharing] = useState(false)
  const { officialOrigin } = laboratory
  const api = useApi()
  const proofs = { certificateNo, checkCode: checkCode ?? '' }
  const share = (days: ShareDays) =>
    withProof('lookup', (proof) =>
      api.call('POST /v1/certificate/share', { body: { ...proofs, days, ...proof }, quiet }),
    )
  const openShare = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsSharing(true)
  }
  const copyNumber = () => void copyText(certificateNo, texts.copied, texts.notCopied)
  return (
    <div className={styles.root}>
      <Button icon={Printer} onClick={() => window.print()}>
        {texts.print}
      </Button>
      <form method="post" action={texts.pdfPath}>
        <input type="hidden" name={FIELD.number} value={certificateNo} />
        <input type="hidden" name={FIELD.code} value={checkCode ?? ''} />
        <Button icon={Download} variant="outline" type="submit">
          {texts.pdf}
        </Button>
      </form>
      <Button icon={Copy} variant="outline" onClick={copyNumber}>
        {texts.copy}
      </Button>
      {answer.state === 'valid' && (
        <form method="post" action={texts.sharePath} onSubmit={openShare}>
          <input type="hidden" name={FIELD.number} value={certificateNo} />
          <input type="hidden" name={FIELD.code} value={checkCode ?? ''} />
          <Button icon={Share2} variant="outline" type="submit">
            {texts.share}
          </Button>
        </form>
      )}
      <SaveButton certificateNo={certificateNo} checkCode={checkCode ?? ''} />
      {receipt && (
        <>
          <ButtonLink
            icon={FileCheck}
            variant="outline"
            to={toReceiptAddress(officialOrigin, receipt, receiptPath)}
            target="_blank"
          >
            {texts.receipt}
          </ButtonLink>
          <Button icon={FileJson} variant="outline" onClick={onSaveReceipt}>
            {texts.receiptFile}
          </Button>
        </>
      )}
      <ButtonLink icon={RotateCcw} to={path} variant="quiet" onClick={onAgain}>
        {texts.again}
      </ButtonLink>
      {isSharing && answer.certificate && (
        <Suspense>
          <ShareDialog
            printed={answer.certificate}
            organisation={laboratory}
            make={share}
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
